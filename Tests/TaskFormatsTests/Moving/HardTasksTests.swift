import Foundation
import TaskFormats
import Tasks
import Testing

/// Fifty hard tasks go through each of the app's formats twice: the second time nothing changes any more.
struct HardTasksTests {
  private static let texts = [
    "- dash", "+ plus", "* star", "1. one", "12) two", "1\\. kept", "\\- kept", "\\\\- kept", "> quote", "# heading",
    "===", "---", "~~~",
    "```swift", "`code`", "<b>bold</b>", "</div>", "<!-- no -->", "[ ] box", "- [ ] task", "- [x] done",
    "[link](http://a.example)",
    "[ref]: http://a.example", "| a | b |", "_low_", "**bold**", "&amp; &#128197;", "📅 2027-03-04", "⏫ 🔁 every week",
    "[due:: 2027-03-04]", "@due(2027-03-04) @done", "x 2026-01-01 done", "(A) 2026-01-01 a", "due:2026-01-01 rec:1w",
    "+project @context",
    "a, \"b\"; c", "'; --", "\\n \\, \\;", "BEGIN:VTODO", "END:VCALENDAR", "=1+1", "a\u{2028}b", "e\u{301} 👩‍🌾 日本語",
    "RTL עברית", "100 %", "a:b::c", "    four spaces", "\ttab", "ends with \\", "tomorrow at 9am #tag !high",
  ]

  private static func tasks() -> [PortableTask] {
    var random = RandomTasks(seed: 34)
    return zip(random.tasks(50), texts).enumerated().map { index, pair in
      var task = pair.0
      let other = texts[(index + 17) % texts.count]
      task.draft = task.draft.with {
        $0.title = pair.1.trimmingCharacters(in: .whitespaces)
        $0.notes = [pair.1, "", other, texts[(index + 31) % texts.count]].joined(separator: "\n")
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return task
    }
  }

  private static func written(_ format: ExportFormat, _ lists: [PortableList]) -> [UInt8] {
    var writer = format.writer(account: "Ana", in: .berlin, now: importDate, severalLists: lists.count > 1)
    for list in lists {
      writer.begin(list, role: .owner)
      var above: [String] = []
      for task in list.tasks {
        above = Array(above.prefix(task.depth))
        writer.append(task, parent: above.last)
        above.append(task.uid)
      }
    }
    writer.end()
    return writer.take()
  }

  @Test(arguments: [ExportFormat.json, .table, .exactTable, .iCalendar, .markdown, .todoTxt])
  func `a format changes nothing the second time`(format: ExportFormat) throws {
    let all = Self.tasks()
    #expect(all.count == 50)
    // A todo.txt has no escapes for words that look like its marks.
    let tasks =
      format == .todoTxt
      ? all.filter { !["due:", "x 20", "(A)", "+pr", "tom", "@due"].contains(where: $0.draft.title.hasPrefix) } : all
    let first = try importing(Self.written(format, [PortableList(name: "House", tasks: tasks)]))
    let second = try importing(Self.written(format, first.lists))
    #expect(first.count == tasks.count)
    for (one, two) in zip(first.tasks, second.tasks) {
      #expect(one.draft == two.draft, "\(one.draft) \(two.draft)")
      #expect(one.depth == two.depth)
      #expect((one.completed == nil) == (two.completed == nil))
    }
    #expect(second.count == first.count)
    for (task, read) in zip(tasks, first.tasks) where format != .todoTxt {
      let notes = format == .markdown ? task.draft.notes.replacing("\t", with: "    ") : task.draft.notes
      #expect(read.draft.title == task.draft.title && read.draft.notes == notes && read.depth == task.depth)
    }
    if [.json, .table, .iCalendar].contains(format) { #expect(first.tasks.map(\.uid) == tasks.map(\.uid)) }
  }

  @Test(
    arguments: [
      "a\n\n    four spaces\n\nend", "```\ncode\n\n\nmore\n```\nend", "a\n\n\n\nb", "- x\n\n  y\n\n\nz", "> a\n\n\n> b",
      "<div>\n\na\n</div>\n\nb", "x\n\n    code\n\n\n    more\n\nend",
    ])
  func `blank lines of notes in Markdown stay as many`(notes: String) throws {
    let task = PortableTask(uid: "a", draft: TaskDraft(title: "Milk", notes: notes, due: nil, priority: .none))
    var lists = [PortableList(name: "House", tasks: [task, task])]
    for _ in 1...3 {
      lists = try importing(Self.written(.markdown, lists)).lists
      #expect(lists.flatMap(\.tasks).map(\.draft.notes) == [notes, notes])
    }
  }

  @Test(arguments: [ExportFormat.json, .table, .iCalendar])
  func `several lists come back, with any names`(format: ExportFormat) throws {
    let names = ["House, \"q\"", "Büro; a:b", "日本 #1"]
    let lists = names.map { name in
      PortableList(
        name: name,
        tasks: Self.tasks().prefix(3).map { task in
          var task = task
          task.uid += name
          return task
        })
    }
    let bytes = Self.written(format, lists)
    let file = try importing(bytes)
    #expect(file.lists.map(\.name) == names)
    #expect(file.lists.map { $0.tasks.map(\.draft.title) } == lists.map { $0.tasks.map(\.draft.title) })
    if format == .iCalendar {
      #expect(String(decoding: bytes, as: UTF8.self).components(separatedBy: "BEGIN:VCALENDAR").count == 2)
    }
    let second = try importing(Self.written(format, file.lists))
    #expect(second.lists.map { $0.tasks.map(\.draft) } == file.lists.map { $0.tasks.map(\.draft) })
  }

  @Test func `lists of any names are projects of a todo.txt, which are tags`() throws {
    let names = ["House, \"q\"", "Büro; a:b", "…", "日本 #1", "R&D/x"]
    let lists = names.map { name in
      PortableList(
        name: name,
        tasks: [PortableTask(uid: name, draft: TaskDraft(title: "Milk", notes: "", due: nil, priority: .none))])
    }
    let file = try importing(Self.written(.todoTxt, lists))
    #expect(file.tasks.map { $0[.tags] } == ["House-q", "Büro-a-b", "", "日本-1", "R&D/x"])
    #expect(file.tasks.map { $0[.notes] } == ["", "", "", "", ""])
  }
}
