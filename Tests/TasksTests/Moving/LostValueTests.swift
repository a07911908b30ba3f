import Foundation
import Tasks
import Testing

/// Dates, times and zones that can't be read as they are: the local time stays, or a remark has the text.
struct LostValueTests {
  private func todo(_ lines: String...) throws -> PortableFile {
    try importing("BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\n\(lines.joined(separator: "\n"))\nEND:VTODO\nEND:VCALENDAR")
  }

  @Test(
    arguments: [
      ("DUE;TZID=Nowhere/Harbour:20260701T100000", "2026-07-01", "10:00", ["zone: Nowhere/Harbour"]),
      ("DUE;TZID=GMT+2:20260701T100000", "2026-07-01", "10:00 Europe/Berlin", []),
      ("DUE;TZID=UTC-05:30:20260701T100000", "2026-07-01", "17:30 Europe/Berlin", []),
      ("DUE;TZID=US-Eastern:20260701T100000", "2026-07-01", "10:00 US/Eastern", []),
      ("DUE:20260701T100000+0100", "2026-07-01", "11:00 Europe/Berlin", []),
      ("DUE:2026-07-01T10:00:00Z", "2026-07-01", "12:00 Europe/Berlin", []),
      ("DUE:2026-07-01T10:00:00", "2026-07-01", "10:00", []), ("DUE:2026-07-01", "2026-07-01", "", []),
      ("DUE:next week", "", "", ["date: DUE: next week"]), ("DUE:20261301", "", "", ["date: DUE: 20261301"]),
      ("DUE:19690701", "", "", ["old-date: 1969-07-01"]),
    ] as [(String, String, String, [String])])
  func `a calendar's time keeps its hour or is told`(line: String, due: String, time: String, told: [String]) throws {
    let file = try todo(line)
    #expect([file.tasks[0][.due], file.tasks[0][.time]] == [due, time])
    #expect(file.remarked == told)
    if let text = told.first, due.isEmpty { #expect(text.contains(file.tasks[0][.notes])) }
  }

  @Test(
    arguments: [
      #"{"kind":"tasks#tasks","items":[{"title":"A","due":"soon"}]}"#,
      #"{"name":"a","lists":[{"id":"l"}],"cards":[{"idList":"l","name":"A","due":"soon"}]}"#,
      #"[{"displayName":"a","tasks":[{"title":"A","status":"notStarted","importance":"low","dueDateTime":{"dateTime":"soon"}}]}]"#,
      #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","due_date":"soon"}]}]"#,
      #"{"data":{"tasks":[{"task":{"title":"A","dueDate":"soon"}}],"caldavCalendars":[]}}"#,
      #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"A","due":"soon"}]}]}"#,
      "title,due\nA,soon", "title,time\nA,soon", "title,start\nA,soon",
    ])
  func `a date that can't be read stays in the notes`(text: String) throws {
    let file = try importing(text)
    #expect(file.titles == ["A"])
    #expect(file.tasks.first?[.notes].hasSuffix("soon") == true)
    #expect(file.remarked.filter { $0.hasPrefix("date: ") }.count == 1)
  }

  @Test(
    arguments: [
      #"{"kind":"tasks#tasks","items":[{"title":"A","due":"1969-07-01T00:00:00Z"}]}"#, "title,due\nA,1969-07-01",
      "(A) A due:1969-07-01", "TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,A,1,1,1 Jul 1969",
      #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"A","due":"1969-07-01"}]}]}"#,
      #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","due_date":"1969-07-01T10:00:00Z"}]}]"#,
    ])
  func `a year before 1970 is refused with words`(text: String) throws {
    let file = try importing(text)
    #expect(file.tasks.map { $0[.due] } == [""])
    #expect(file.tasks.map { $0[.notes] } == ["1969-07-01"])
    #expect(file.remarked == ["old-date: 1969-07-01"])
  }

  @Test func `a time without a date stays in the notes`() throws {
    let file = try importing("title,due,time\nA,,14:05\nB,2026-07-01,14:05 Mars/Olympus")
    #expect(file.tasks.map { $0[.notes] } == ["14:05", ""])
    #expect(file.tasks[1][.time] == "14:05")
    #expect(file.remarked == ["date: 14:05", "zone: Mars/Olympus"])
  }

  @Test func `columns of Todoist that have no place are told`() throws {
    let file = try importing("TYPE,CONTENT,PRIORITY,INDENT,COLOUR\ntask,A,1,1,red\nsection,B,,,")
    #expect(file.remarked == ["other: COLOUR: red"])
  }

  @Test(arguments: [nil, "todo.txt", "a.csv", "notes"])
  func `plain lines are tasks whatever the name of the file`(name: String?) throws {
    let file = try importing("Milk\nBread, butter\n- Cheese", name: name)
    #expect(file.format == .lines)
    #expect(file.titles == ["Milk", "Bread, butter", "Cheese"])
  }

  @Test func `HTML notes have an item on one line, and checks`() throws {
    func notes(_ html: String) throws -> String {
      let quoted = html.replacing("\"", with: "\\\"")
      return try importing(
        #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","description":"\#(quoted)"}]}]"#
      ).tasks[0][.notes]
    }
    #expect(try notes("<ul><li><p>one</p></li><li><p>two</p><p>more</p></li></ul>") == "- one\n- two\nmore")
    #expect(
      try notes(
        #"<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>one</p></div></li><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>two</p></div></li></ul>"#
      ) == "- [x] one\n- [ ] two")
    #expect(try notes("<ol><li>one</li></ol><p><input type=checkbox> two</p>") == "- one\n[ ] two")
  }
}
