import Foundation
import Tasks
import Testing

struct SampleTests {
  @Test func `a collection of Radicale is read`() throws {
    let list = try read(Sample.radicale.bytes)
    #expect(list.title == "Choir")
    #expect(list.titles == ["Copy the scores", "Bücher zählen"])
    #expect(list.tasks.map(\.key) == ["01", "02"].map { "7b1f5b0e-0c5e-4a38-9f0e-1d6a2f9b1c\($0)" })
    #expect(list.tasks[0].due?.written == "2026-03-01")
    #expect(list.tasks[1].status == .done(.moment(Date(timeIntervalSince1970: 1_767_600_000))))
  }

  @Test func `a calendar of Nextcloud Tasks with its zone after its to-dos is read`() throws {
    let list = try read(Sample.nextcloud.bytes)
    #expect(list.titles == ["House, garden; and shed", "Paint the door"])
    #expect(list.depths == [0, 1])
    #expect(list.tasks[0].notes == "First the outside.\nThen **the** inside, if it rains.")
    #expect(list.tasks[0].tags == ["Home", "Spring, early"])
    #expect(list.tasks[0].due?.written == "2026-03-28T17:00:00Z")
    #expect(list.tasks.map(\.priority) == [.high, .medium])
    #expect(list.tasks[1].status == .open(percent: 40))
  }

  @Test func `an export of Apple's Reminders is read`() throws {
    let list = try read(Sample.reminders.bytes)
    #expect(list.title == "Groceries")
    #expect(list.titles == ["Bread 🥖", "Milk"])
    #expect(list.tasks[0].due?.written == "2026-02-15T08:30:00Z")
    #expect(list.tasks[0].priority == .low)
    #expect(list.tasks[1].status.isOpen == false)
  }

  @Test func `a task of Outlook with a Windows zone is read`() throws {
    let list = try read(Sample.outlook.bytes)
    #expect(list.titles == ["Rendre les clés"])
    #expect(list.tasks[0].notes == "Deux clés : la grande, la petite.")
    #expect(list.tasks[0].due?.written == "2026-07-01T15:00:00Z")
  }

  @Test func `a calendar of Thunderbird with a vendor's zone and an exception is read`() throws {
    let list = try ReadList(reading: Sample.thunderbird.bytes, now: Date(timeIntervalSince1970: 1_780_272_000))
    #expect(list.titles == ["Water the plants", "Water the plants (Ana does)"])
    #expect(list.tasks[0].due?.written == "2026-06-01T13:30:00Z")
    #expect(list.tasks.map(\.repeats) == [true, false])
    #expect(list.tasks.map(\.key) == ["b0e7", "b0e7/20260602T080000"])
    #expect(list.tasks[1].status == .cancelled)
  }

  @Test func `a todo.txt is read`() throws {
    let list = try read(Sample.todoTxt.bytes)
    #expect(
      list.titles == [
        "Thank Jo for the soup", "Book the hall", "Tidy the cupboard", "Print the programme",
        "Sweep", "xylophone lesson", "(a) is no priority", "Ask @mom about the +Party tent",
        "rake the leaves http://choir.example/a:b",
      ])
    #expect(list.tasks.prefix(4).map(\.priority) == [.high, .medium, .low, .high])
    #expect(list.tasks[1].due?.written == "2026-02-01")
    #expect(list.tasks[2].start?.written == "2026-03-01")
    // A recurrence needs a due date.
    #expect(list.tasks[2].notes == "rec:1w")
    #expect(list.tasks[1].tags == ["+Concert", "@web"])
    #expect(list.tasks[7].tags == ["@mom", "+Party"])
    #expect(list.tasks[8].tags == ["+Garden", "@home"])
    #expect(list.tasks[3].status == .done(Day(iso: "2026-01-05").map(RemoteTime.day)))
    #expect(list.tasks[4].status == .done(nil))
    #expect(list.tasks.filter(\.status.isOpen).count == 7)
  }

  @Test func `a checklist of GitHub is read`() throws {
    let list = try read(Sample.github.bytes)
    #expect(list.title == "Release")
    #expect(
      list.titles == [
        "Write the notes", "Fix list[0] and this that (#12)", "on Linux", "with 32 bits", "on macOS", "Tag it",
        "Tell people", "Rest",
      ])
    #expect(list.depths == [0, 0, 1, 2, 1, 0, 0, 0])
    #expect(list.tasks.map(\.group) == Array(repeating: "Before", count: 7) + ["After"])
    #expect(list.tasks[4].notes == "Needs a machine first.")
    #expect(list.tasks.map(\.status.isOpen) == [false, true, false, true, true, true, false, true])
  }

  @Test func `a note of Obsidian is read`() throws {
    let list = try read(Sample.obsidian.bytes)
    #expect(list.title == "Home")
    #expect(list.titles == ["Call Jo", "find the number", "ask around", "Tax #money", "Inside a callout"])
    #expect(list.depths == [0, 1, 2, 0, 0])
    #expect(list.tasks[0].notes == "[[People/Jo Smith]]\n\n- it is on the fridge")
    #expect(list.tasks[2].status == .cancelled)
  }

  @Test func `a note of Joplin is read`() throws {
    let list = try read(Sample.joplin.bytes)
    #expect(list.title == "Shopping: weekly")
    #expect(list.titles == ["Flour", "Eggs", "brown ones"])
    #expect(list.depths == [0, 0, 1])
  }

  @Test func `the app's own export is read without the trash`() throws {
    let list = try read(Sample.export.bytes)
    #expect(list.title == "House")
    #expect(list.titles == ["Lock \"both\" doors", "7", "Sweep"])
    #expect(list.tasks[0].notes == "a\n\tb")
    #expect(list.tasks[0].due?.written == "2026-03-01")
    #expect(list.tasks[0].status == .done(.moment(Date(timeIntervalSince1970: 1_770_000_000.123))))
    #expect(list.tasks.map(\.priority) == [.high, .none, .low])
    #expect(list.tasks.map(\.group) == ["House", "House", "House"])
    #expect(list.skipped == 1)
  }

  @Test func `times, starts and percentages of an export are read`() throws {
    let at = Date(timeIntervalSince1970: 1_770_000_000)
    var text = ExportText(account: "Ana", exported: at)
    text.begin(PortableList(name: "House", created: at), role: .owner)
    for time in ["", "14:05", "14:05 Europe/Berlin"] {
      let input = TaskInput(title: "Paint", due: "2026-03-02", time: time, start: "2026-03-01")
      text.append(PortableTask(uid: "", draft: try TaskDraft(validating: input), percent: 40, created: at))
    }
    text.end()
    let tasks = try read(text.take()).tasks
    #expect(tasks.map { $0.due?.written } == ["2026-03-02", "2026-03-02T14:05", "2026-03-02T13:05:00Z"])
    #expect(tasks.allSatisfy { $0.start?.written == "2026-03-01" && $0.status == .open(percent: 40) })
  }

  @Test(arguments: [
    ("DTSTART:20260301T080000\nDUE:20260302T090000", "2026-03-01T08:00"),
    ("DTSTART;VALUE=DATE:20260301\nDUE;VALUE=DATE:20260302", "2026-03-01"),
    ("DTSTART;VALUE=DATE:20260302\nDUE;VALUE=DATE:20260302", nil), ("DTSTART:20260301T080000Z", "2026-03-01T08:00:00Z"),
  ])
  func `a start is read unless it is the due date`(lines: String, start: String?) throws {
    #expect(try read(Array(todo(lines).utf8)).tasks.first?.start?.written == start)
  }

  @Test(arguments: Sample.allCases)
  func `each sample is recognized by its content, whatever the hint`(sample: Sample) throws {
    let list = try read(sample.bytes)
    #expect(list.format == sample.format)
    #expect(faults(of: list) == [])
    for hint in [ListHint(name: "a.html", mediaType: "text/html"), ListHint(name: "a.ics"), ListHint(name: "todo.txt")]
    {
      if sample == .todoTxt, hint.name != "todo.txt" { continue }
      #expect(try read(sample.bytes, hint: hint) == list)
    }
  }

  @Test(arguments: Sample.allCases)
  func `each sample reads the same in UTF-16 and with other line endings`(sample: Sample) throws {
    let text = String(decoding: sample.bytes, as: UTF8.self).replacing("\u{FEFF}", with: "")
    let list = try read(text)
    for order in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
      let mark: [UInt8] = order == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
      let data = try #require(text.data(using: order))
      #expect(try read(mark + Array(data)) == list)
    }
    let plain = text.replacing("\r\n", with: "\n")
    for end in ["\n", "\r", "\r\n"] where sample != .export || end != "\r" {
      #expect(try read(plain.replacing("\n", with: end)) == list)
    }
  }

  @Test(arguments: Sample.allCases)
  func `every prefix of each sample is read or refused`(sample: Sample) throws {
    for count in 0...sample.bytes.count {
      let beginning = Array(sample.bytes.prefix(count))
      do {
        let list = try read(beginning)
        #expect(faults(of: list) == [], "\(count) bytes")
        if sample.format == .iCalendar, list.format == .iCalendar, count < sample.bytes.count - 2 {
          Issue.record("\(count) bytes of a calendar that was cut off were taken for a whole one")
        }
      } catch {
        #expect([.unknown, .broken, .otherJSON, .notText, .emptyFile].contains(error), "\(count) bytes")
      }
    }
  }
}
