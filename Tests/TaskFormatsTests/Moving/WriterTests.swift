import Foundation
import TaskFormats
import Tasks
import Testing

/// What the writers write, for other programs.
struct WriterTests {
  private func task(_ input: TaskInput, _ change: (inout PortableTask) -> Void = { _ in }) throws -> PortableTask {
    var task = PortableTask(
      uid: "u1", draft: try TaskDraft(validating: input), created: Date(timeIntervalSince1970: 1_767_225_600),
      changed: Date(timeIntervalSince1970: 1_767_312_000.9))
    change(&task)
    return task
  }

  private func written(_ format: ExportFormat, _ tasks: [PortableTask], name: String? = "House") -> String {
    var writer = format.writer(in: .berlin, now: importDate)
    writer.write([PortableList(name: name, tasks: tasks)])
    return String(decoding: writer.take(), as: UTF8.self)
  }

  @Test func `a to-do has the properties of the standard`() throws {
    let input = TaskInput(
      title: "Paint; the, shed\\", notes: "a\nb", due: "2026-07-01", start: "2026-06-30", tags: "red home",
      priority: "high")
    let child = try task(TaskInput(title: "Stir")) {
      $0.uid = "u2"
      $0.depth = 1
      $0.completed = Date(timeIntervalSince1970: 1_767_400_000)
    }
    let text = written(.iCalendar, [try task(input) { $0.percent = 40 }, child])
    #expect(
      text
        == """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Fourfold//Fourfold//EN
        X-WR-CALNAME:House
        BEGIN:VTODO
        UID:u1
        DTSTAMP:20260102T000000Z
        CREATED:20260101T000000Z
        LAST-MODIFIED:20260102T000000Z
        SUMMARY:Paint\\; the\\, shed\\\\
        DESCRIPTION:a\\nb
        PRIORITY:1
        CATEGORIES:red,home
        X-APPLE-SORT-ORDER:1
        DUE;VALUE=DATE:20260701
        DTSTART;VALUE=DATE:20260630
        STATUS:IN-PROCESS
        PERCENT-COMPLETE:40
        END:VTODO
        BEGIN:VTODO
        UID:u2
        DTSTAMP:20260102T000000Z
        CREATED:20260101T000000Z
        LAST-MODIFIED:20260102T000000Z
        SUMMARY:Stir
        RELATED-TO:u1
        X-APPLE-SORT-ORDER:2
        STATUS:COMPLETED
        PERCENT-COMPLETE:100
        COMPLETED:20260103T002640Z
        END:VTODO
        END:VCALENDAR

        """.replacing("\n", with: "\r\n"))
  }

  @Test func `times have their zone, which is described once, and rules count from DTSTART`() throws {
    let input = TaskInput(
      title: "Paint", due: "2026-07-01", time: "09:00 Europe/Berlin",
      repeats: "2026-07-01 FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231")
    let text = written(.iCalendar, [try task(input), try task(input) { $0.uid = "u2" }])
    #expect(text.contains("\r\nDUE;TZID=Europe/Berlin:20260701T090000\r\n"))
    #expect(text.contains("\r\nDTSTART;TZID=Europe/Berlin:20260701T090000\r\n"))
    // A last day has to be a moment in UTC then.
    #expect(text.contains("\r\nRRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20261231T225959Z\r\n"))
    #expect(text.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
    #expect(text.contains("TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT"))
    let floating = written(.iCalendar, [try task(TaskInput(title: "Paint", due: "2026-07-01", time: "09:00"))])
    #expect(floating.contains("\r\nDUE:20260701T090000\r\n"))
  }

  @Test func `lines are folded between characters`() throws {
    let title = String(repeating: "日本語👩‍🌾é ", count: 20) + "end"
    let text = written(.iCalendar, [try task(TaskInput(title: title))])
    let lines = text.split(separator: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines.contains { $0.utf8.count > 70 })
    #expect(try importing(text).titles == [title])
  }

  @Test func `events are the tasks with dates`() throws {
    let dated = try task(TaskInput(title: "Paint", due: "2026-07-01"))
    let done = try task(TaskInput(title: "Sweep", due: "2026-07-01", time: "09:00")) { $0.completed = importDate }
    let text = written(.events, [try task(TaskInput(title: "Undated")), dated, done])
    #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 3)
    #expect(text.contains("SUMMARY:Paint\r\nDTSTART;VALUE=DATE:20260701\r\nTRANSP:TRANSPARENT\r\n"))
    #expect(text.contains("SUMMARY:✓ Sweep\r\nDTSTART:20260701T090000\r\n"))
    #expect(!text.contains("VTODO"))
    #expect(!text.contains("Undated"))
  }

  @Test func `a todo.txt has one line for each task`() throws {
    let input = TaskInput(
      title: "Paint", due: "2026-07-01", repeats: "2026-07-01 FREQ=WEEKLY;BYDAY=WE", start: "2026-06-30", tags: "red",
      priority: "medium")
    let done = try task(input) { $0.completed = Date(timeIntervalSince1970: 1_767_400_000) }
    #expect(
      written(.todoTxt, [try task(input), done]) == """
        (B) 2026-01-01 Paint @red due:2026-07-01 t:2026-06-30 rec:+1w
        x 2026-01-03 2026-01-01 Paint @red due:2026-07-01 t:2026-06-30 pri:B

        """)
  }

  @Test func `a check list has headings, notes and nested items`() throws {
    let tasks = [
      try task(TaskInput(title: "Paint *it*", notes: "# One\n\n2. Two\n    code")),
      try task(TaskInput(title: "Stir")) {
        $0.depth = 1
        $0.completed = importDate
      }, try task(TaskInput(title: "Rake")) { $0.section = "Garden" },
    ]
    #expect(
      written(.markdown, tasks, name: "House #1") == """
        # House \\#1

        - [ ] Paint \\*it\\*

          \\# One

          2\\. Two
              code
          - [x] Stir

        ## Garden

        - [ ] Rake

        """)
  }

  @Test func `a table has a row for each task`() throws {
    let tasks = [try task(TaskInput(title: "Say \"a, b\"", notes: "x\ny", tags: "red home"))]
    #expect(
      written(.table, tasks)
        == """
        list,section,depth,title,due,time,repeats,start,tags,notes,priority,assignee,reminders,percent,created-at,changed-at,completed-at,deleted-at,uid
        House,,,"Say ""a, b""\",,,,,red home,"x
        y",,,,,2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.900Z,,,u1

        """.replacing("uid\n", with: "uid\r\n").replacing("u1\n", with: "u1\r\n"))
  }

  @Test(arguments: [ExportFormat.table, .exactTable])
  func `a cell that begins like a formula is text for a spreadsheet, and read as it was`(format: ExportFormat) throws {
    let titles = ["=1+1", "+1", "-1", "@x", "'=1", "''@x", "'tis", "1=1", "=\"a\",b"]
    let tasks = try titles.enumerated().map { index, title in
      try task(TaskInput(title: title, notes: "=1\n-2")) {
        $0.uid = "u\(index)"
        $0.section = "=S"
      }
    }
    // The line break of the notes is within a cell.
    let text = written(format, tasks).replacing("\n-2", with: "")
    let isFormula = text.contains(/(?:^|\n|,)"?[=+\-@]/)
    #expect(isFormula == (format == .exactTable), "\(text)")
    let read = try importing(written(format, tasks))
    #expect(read.titles == titles)
    #expect(read.tasks.map(\.section) == titles.map { _ in "=S" })
    #expect(read.tasks.map(\.draft.notes) == titles.map { _ in "=1\n-2" })
  }

  @Test(arguments: ExportFormat.allCases.filter { $0 != .events })
  func `a completion at no known time is written and read as one`(format: ExportFormat) throws {
    let text = written(format, [try task(TaskInput(title: "Paint")) { $0.completed = .unknown }])
    #expect(try importing(text).tasks.map(\.completed) == [.unknown])
    #expect(!text.contains("1970") || format == .json && text.contains(#""completed-at" : "done""#))
  }

  @Test(arguments: [
    "- [x] Paint", "x Paint", "Title,Status,Updated\nPaint,done,2026-01-01",
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:Paint\nSTATUS:COMPLETED\nLAST-MODIFIED:20260101T000000Z\nEND:VTODO\nEND:VCALENDAR",
  ])
  func `an imported completion without a time has none`(file: String) throws {
    #expect(try importing(file).tasks.map(\.completed) == [.unknown])
  }

  @Test(arguments: ExportFormat.allCases.filter { $0 != .json })
  func `pieces join to the same file, and tasks in the trash are left out`(format: ExportFormat) throws {
    let kept = try task(TaskInput(title: "Kept", due: "2026-07-01", time: "09:00 Asia/Tokyo"))
    let gone = try task(TaskInput(title: "Gone", due: "2026-07-01")) { $0.deleted = importDate }
    var writer = format.writer(in: .berlin, now: importDate)
    var pieces: [[UInt8]] = []
    writer.begin(PortableList(name: "House"), role: .owner)
    pieces.append(writer.take())
    for task in [kept, gone] {
      writer.append(task)
      pieces.append(writer.take())
    }
    writer.end()
    pieces.append(writer.take())
    let text = String(decoding: pieces.joined(), as: UTF8.self)
    #expect(text == written(format, [kept, gone]))
    #expect(text.contains("Kept"))
    // Only tables hold the trash.
    #expect(text.contains("Gone") == [.table, .exactTable].contains(format))
    #expect(!format.ending.isEmpty && format.mediaType.contains("utf-8"))
  }
}

extension ListWriter {
  /// Writes a task whose depth tells its parent.
  mutating func append(_ task: PortableTask) { append(task, parent: nil) }

  /// Writes all lists of a file that are not in the trash.
  mutating func write(_ lists: [PortableList]) {
    for list in lists where list.deleted == nil {
      begin(list, role: .owner)
      for task in list.tasks { append(task) }
    }
    end()
  }
}
