import Foundation
import TaskFormats
import Tasks
import Testing

/// What is written is read as it was, except for what a format can't hold.
///
/// | Format | What it can't hold |
/// |---|---|
/// | own JSON | nothing |
/// | table | nothing of tasks; of lists only the name |
/// | iCalendar | fractions of seconds, sections, recurrences of completed tasks and without a due date, the trash |
/// | todo.txt | identifiers, notes, times of day, depths, sections, percentages, times of change, recurrences with an end or other
///   dates than those of their interval, repeated spaces in titles, tags at the ends of titles, words like `due:2026-01-01`, the
///   trash |
/// | Markdown | all but title, notes without repeated blank lines and indentation, whether it is completed, depth and section |
struct RoundTripTests {
  @Test(arguments: [ExportFormat.table, .exactTable, .iCalendar, .todoTxt, .markdown], 0..<40)
  func `what is written is read as it was`(format: ExportFormat, seed: Int) throws {
    var random = RandomTasks(seed: UInt64(seed + 1_000 * format.rawValue.count))
    var tasks = random.tasks(60)
    for index in tasks.indices {
      tasks[index].draft = tasks[index].draft.with {
        if format == .todoTxt { $0.title = plainTitle($0.title) }
        if format == .markdown { $0.notes = plainNotes($0.notes) }
      }
    }
    if [.table, .exactTable].contains(format) {
      tasks[3].section = "A, \"b\""
      tasks[4].deleted = Date(timeIntervalSince1970: 1_780_000_000.25)
    }
    let read = try importing(written(format, tasks))
    #expect(read.lists.map(\.name) == [format == .todoTxt ? nil : "House"])
    #expect(format == .markdown || read.remarked == [])
    #expect(read.tasks.count == tasks.count)
    for (read, task) in zip(read.tasks, tasks) {
      var (read, task) = (held(by: format, read), held(by: format, task))
      if format == .todoTxt || format == .markdown { (read.uid, task.uid) = ("", "") }
      #expect(read == task)
    }
  }

  @Test(arguments: 0..<40)
  func `Markdown with any notes has the same tasks`(seed: Int) throws {
    var random = RandomTasks(seed: UInt64(seed) + 4_000)
    let tasks = random.tasks(60)
    let read = try importing(written(.markdown, tasks))
    #expect(read.titles.elementsEqual(tasks.map(\.draft.title)) { $0.utf8.elementsEqual($1.utf8) })
    #expect(read.depths == tasks.map(\.depth))
  }

  @Test func `lists and sections stay apart`() throws {
    func task(_ title: String, _ section: String? = nil, depth: Int = 0) -> PortableTask {
      PortableTask(
        uid: title, draft: TaskDraft(title: title, notes: "", due: nil, priority: .none), depth: depth, section: section
      )
    }
    let lists = [
      PortableList(name: "A", tasks: [task("a1"), task("a2", "S"), task("a3", "S", depth: 1)]),
      PortableList(name: "B", tasks: [task("b1")]),
    ]
    for format in [ExportFormat.table, .exactTable, .iCalendar, .markdown] {
      var writer = format.writer(in: .berlin, now: importDate)
      writer.write(lists)
      let read = try importing(writer.take())
      #expect(read.lists.map(\.name) == ["A", "B"])
      #expect(read.lists.map { $0.tasks.map(\.draft.title) } == [["a1", "a2", "a3"], ["b1"]])
      #expect(read.depths == [0, 0, 1, 0])
      #expect(read.tasks.map(\.section) == [nil, "S", "S", nil])
    }
    var todo = ExportFormat.todoTxt.writer(in: .berlin, now: importDate, severalLists: true)
    todo.write(lists)
    #expect(try importing(todo.take()).tasks.map { $0[.tags] } == ["A", "A", "A", "B"])
  }
}

func written(_ format: ExportFormat, _ tasks: [PortableTask]) -> [UInt8] {
  var writer = format.writer(in: .berlin, now: importDate)
  writer.write([PortableList(name: "House", tasks: tasks)])
  let bytes = writer.take()
  #expect(writer.bytes.isEmpty)
  return bytes
}

/// What a format holds of a task.
private func held(by format: ExportFormat, _ task: PortableTask) -> PortableTask {
  switch format {
  case .iCalendar: heldByCalendar(task)
  case .todoTxt: heldByTodoTxt(task)
  case .markdown: heldByMarkdown(task)
  case .json, .table, .exactTable, .events: task
  }
}

private func heldByCalendar(_ task: PortableTask) -> PortableTask {
  var task = task
  func whole(_ moment: Date?) -> Date? {
    moment.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
  }
  (task.created, task.changed, task.completed) = (whole(task.created), whole(task.changed), whole(task.completed))
  task.section = nil
  if task.completed != nil { task.draft = task.draft.with { $0.repeats = nil } }
  return task
}

/// Words that a todo.txt takes for marks, and repeated spaces.
private func plainTitle(_ title: String) -> String {
  let words = title.split(whereSeparator: \.isWhitespace).filter { !"+@".contains($0.first ?? " ") }
  return words.isEmpty ? "Milk" : words.joined(separator: " ")
}

private func heldByTodoTxt(_ task: PortableTask) -> PortableTask {
  let draft = task.draft
  let simple = draft.repeats.flatMap { repeats -> Recurrence? in
    guard task.completed == nil, let due = draft.due, repeats.end == .never, repeats.current == due else { return nil }
    switch repeats.pattern {
    case .daily, .afterCompletion: return repeats
    case .weekly(let days): return days == [due.weekday] ? repeats : nil
    case .monthly(let day): return day == .date(due.day) || (day == .last && due.day == 31) ? repeats : nil
    case .yearly(let month, let day): return month == due.month && day == due.day ? repeats : nil
    case nil: return nil
    }
  }
  func noon(_ moment: Date?) -> Date? { moment.map { Day(of: $0, in: .berlin).start(in: .gmt) } }
  return PortableTask(
    uid: task.uid,
    draft: TaskDraft(
      title: draft.title, notes: "", due: draft.due, repeats: simple, start: draft.start, tags: draft.tags,
      priority: draft.priority),
    created: noon(task.created), completed: noon(task.completed))
}

/// Paragraphs without markup that begins a block.
private func plainNotes(_ notes: String) -> String {
  let lines = notes.split(separator: "\n").map { line in
    line.split(whereSeparator: \.isWhitespace).filter { $0.first?.isLetter == true }.joined(separator: " ")
  }
  return lines.filter { !$0.isEmpty }.joined(separator: "\n\n")
}

private func heldByMarkdown(_ task: PortableTask) -> PortableTask {
  PortableTask(
    uid: task.uid,
    draft: TaskDraft(title: task.draft.title, notes: task.draft.notes, due: nil, priority: .none),
    completed: task.completed == nil ? nil : importDate, depth: task.depth, section: task.section)
}
