import Tasks
import Testing

/// What a file holds that tasks can't keep as it is stays in the notes or is told, in every format.
struct SilentChangeTests {
  /// A file of one task.
  struct Example: CustomTestStringConvertible {
    let file: String
    /// The fields of the task besides its title, as ``PortableTask/shown``.
    let task: String
    let told: [String]

    init(_ file: String, _ task: String, _ told: String...) {
      (self.file, self.task, self.told) = (file, task, told)
    }

    static func todo(_ lines: String, _ task: String, _ told: String...) -> Example {
      Example(
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:A\n\(lines)\nEND:VTODO\nEND:VCALENDAR", task, all: told)
    }

    static func json(_ members: String, _ task: String, _ told: String...) -> Example {
      Example(
        #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"A",\#(members)}]}]}"#, task,
        all: told)
    }

    private init(_ file: String, _ task: String, all told: [String]) {
      (self.file, self.task, self.told) = (file, task, told)
    }

    var testDescription: String { file }
  }

  @Test(arguments: [
    Example.todo(
      "DTSTART:20260310\nDUE:20260310\nRRULE:FREQ=YEARLY;BYMONTH=5",
      "due=2026-03-10 repeats=2026-03-10 FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=10"),
    .todo(
      "DUE:20260529\nRRULE:FREQ=YEARLY;BYMONTH=2", "due=2026-05-29 notes=RRULE:FREQ=YEARLY;BYMONTH=2",
      "rule: RRULE:FREQ=YEARLY;BYMONTH=2"),
    Example(
      "title,due,repeats\nA,2026-04-01,FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
      "due=2026-04-01 notes=RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
      "rule: RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31"),
    .todo(
      "DUE:20260701T100000\nRRULE:FREQ=DAILY;BYHOUR=9", "due=2026-07-01 time=10:00 notes=RRULE:FREQ=DAILY;BYHOUR=9",
      "rule: RRULE:FREQ=DAILY;BYHOUR=9"),
    .todo(
      "DUE:20260701T100000\nRRULE:FREQ=DAILY;BYHOUR=10;BYMINUTE=0",
      "due=2026-07-01 time=10:00 repeats=2026-07-01 FREQ=DAILY"),
    .todo(
      "DUE:20260701\nRRULE:FREQ=DAILY;BYHOUR=10", "due=2026-07-01 notes=RRULE:FREQ=DAILY;BYHOUR=10",
      "rule: RRULE:FREQ=DAILY;BYHOUR=10"),
    .todo(
      "DUE:20260701T100000\nRRULE:FREQ=DAILY;UNTIL=20260703T090000",
      "due=2026-07-01 time=10:00 repeats=2026-07-01 FREQ=DAILY;UNTIL=20260702"),
    .todo(
      "DUE;TZID=Europe/Berlin:20260701T100000\nRRULE:FREQ=DAILY;UNTIL=20260703T075959Z",
      "due=2026-07-01 time=10:00 Europe/Berlin repeats=2026-07-01 FREQ=DAILY;UNTIL=20260702"),
    .todo(
      "DUE:20260601\nRRULE:FREQ=DAILY\nSTATUS:COMPLETED\nCOMPLETED:20260601T100000Z",
      "due=2026-06-01 completed=2026-06-01T10:00:00Z", "closed-rule: RRULE:FREQ=DAILY"),
    .todo("DUE:20260701\nEXDATE:20260702", "due=2026-07-01", "exceptions"),
  ])
  func `a rule keeps its dates or is told`(_ example: Example) throws { try expect(example) }

  @Test(arguments: [
    Example.todo(
      "STATUS:COMPLETED\nCOMPLETED:20300101T100000Z", "completed=2026-06-15T00:00:00Z",
      "future-time: 2030-01-01T10:00:00.000Z"),
    Example("x 2030-01-01 A", "completed=2026-06-15T00:00:00Z", "future-time: 2030-01-01"),
    Example("x 2026-06-15 A", "completed=2026-06-15T00:00:00Z"),
    Example(
      "title,completed-at\nA,2030-01-01T10:00:00Z", "completed=2026-06-15T00:00:00Z",
      "future-time: 2030-01-01T10:00:00.000Z"),
    .todo("CREATED:20300101T100000Z", "", "future-time: 2030-01-01T10:00:00.000Z"),
    .todo(
      "STATUS:CANCELLED\nCOMPLETED:20260601T100000Z\nLAST-MODIFIED:20260610T100000Z",
      "completed=2026-06-01T10:00:00Z", "closed"),
    Example(
      "title,status,completed time\nA,cancelled,2026-06-01T10:00:00Z", "completed=2026-06-01T10:00:00Z", "closed"),
    .todo("CREATED:yesterday", "", "other: CREATED: yesterday"),
  ])
  func `a time of completion is kept or told`(_ example: Example) throws { try expect(example) }

  @Test(arguments: [
    Example.todo(
      "DUE;TZID=Nowhere/Harbour:20260701T100000", "due=2026-07-01 time=10:00", "zone: Nowhere/Harbour"),
    .todo("DUE;TZID=GMT+2:20260701T100000", "due=2026-07-01 time=10:00 Europe/Berlin"),
    .todo("DUE;TZID=UTC-05:30:20260701T100000", "due=2026-07-01 time=17:30 Europe/Berlin"),
    .todo("DUE;TZID=US-Eastern:20260701T100000", "due=2026-07-01 time=10:00 US/Eastern"),
    .todo("DUE:20260701T100000+0100", "due=2026-07-01 time=11:00 Europe/Berlin"),
    .todo("DUE:2026-07-01T10:00:00Z", "due=2026-07-01 time=12:00 Europe/Berlin"),
    .todo("DUE:2026-07-01T10:00:00", "due=2026-07-01 time=10:00"), .todo("DUE:2026-07-01", "due=2026-07-01"),
    .todo("DUE:next week", "notes=DUE: next week", "date: DUE: next week"),
    .todo("DUE:20261301", "notes=DUE: 20261301", "date: DUE: 20261301"),
    .todo("DUE:19690701", "notes=1969-07-01", "old-date: 1969-07-01"),
    .json(#""due":"1969-07-01""#, "notes=1969-07-01", "old-date: 1969-07-01"),
    Example("title,due\nA,1969-07-01", "notes=1969-07-01", "old-date: 1969-07-01"),
    Example("(A) A due:1969-07-01", "notes=1969-07-01 priority=high", "old-date: 1969-07-01"),
    Example("TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,A,4,1,1 Jul 1969", "notes=1969-07-01", "old-date: 1969-07-01"),
    Example(
      #"{"kind":"tasks#tasks","items":[{"title":"A","due":"1969-07-01T00:00:00Z"}]}"#, "notes=1969-07-01",
      "old-date: 1969-07-01"),
    Example("title,due,time\nA,,14:05", "notes=14:05", "date: 14:05"),
    Example("title,due,time\nA,2026-07-01,14:05 Mars/Olympus", "due=2026-07-01 time=14:05", "zone: Mars/Olympus"),
  ])
  func `a date keeps its hour or is told`(_ example: Example) throws { try expect(example) }

  @Test(arguments: [
    Example.todo("STATUS:IN-PROCESS\nPERCENT-COMPLETE:100", "notes=100%", "state: 100%"),
    .todo("STATUS:IN-PROCESS\nPERCENT-COMPLETE:40", "percent=40"),
    .todo("STATUS:IN-PROCESS", "notes=IN-PROCESS", "state: IN-PROCESS"),
    .todo("STATUS:WAITING", "notes=WAITING", "state: WAITING"), .todo("STATUS:NEEDS-ACTION", ""),
    .todo("STATUS:NEEDS-ACTION\nPERCENT-COMPLETE:140", "notes=140%", "state: 140%"),
    .todo("PERCENT-COMPLETE:half", "notes=half", "state: half"),
    .todo("PRIORITY:12", "", "other: PRIORITY: 12"), .todo("PRIORITY:high", "", "other: PRIORITY: high"),
    .todo("PRIORITY:0", ""), .todo("PRIORITY:2", "priority=high"),
    .todo("DUE:20260701\nDURATION:P2D", "due=2026-07-01 notes=P2D", "duration: P2D"),
    .todo("DTSTART:20260701\nDURATION:soon", "start=2026-07-01 notes=soon", "duration: soon"),
    .todo("SUMMARY:B\nDESCRIPTION:C\nDESCRIPTION:D", "notes=C", "other: SUMMARY: B", "other: DESCRIPTION: D"),
    .todo("DUE:20260701\nDUE:20260702", "due=2026-07-01", "other: DUE: 20260702"),
    .todo("RELATED-TO:nowhere\nRELATED-TO:nobody", "", "relation: nobody", "relation: nowhere"),
    .todo("STATUS:NEEDS-ACTION\nCOMPLETED:20260601T100000Z", "", "other: COMPLETED"),
    .todo("STATUS:\nPERCENT-COMPLETE:\nPRIORITY:\nDUE:\nSUMMARY:", ""),
    Example("title,percent\nA,100", "notes=100%", "state: 100%"),
    Example("title,percent\nA,half", "notes=half", "state: half"),
    Example("title,depth\nA,deep", "", "other: depth: deep"),
    Example(
      #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","percent_done":1,"priority":5}]}]"#,
      "notes=100% priority=high", "state: 100%"),
    Example(
      #"[{"displayName":"a","tasks":[{"title":"A","status":"inProgress","importance":"low"}]}]"#,
      "notes=in progress priority=low", "state: in progress"),
    Example("- [/] A", "notes=[/]", "state: [/]"),
    Example("TYPE,CONTENT,PRIORITY,INDENT\ntask,A,urgent,deep", "", "other: PRIORITY: urgent", "other: INDENT: deep"),
    Example(
      "TASK,FOLDER,CONTEXT,DUEDATE,STAR,PRIORITY\nA,,,,1,1", "priority=low", "other: STAR: 1"),
    Example("TASK,FOLDER,CONTEXT,DUEDATE,PRIORITY,STAR\nA,,,,0,1", "priority=high"),
    Example("TASK,FOLDER,CONTEXT,DUEDATE,STAR,PRIORITY\nA,,,,1,0", "priority=high"),
    Example("(A) A pri:B", "priority=high", "other: pri:B"),
    Example(
      "(A) A due:2026-07-01 due:2026-07-02", "due=2026-07-01 notes=due:2026-07-02 priority=high"
    ),
    Example("- A @due(2026-07-01 14:05)", "due=2026-07-01 time=14:05"),
    Example("- A @due(2026-07-01) @due(2026-07-02)", "due=2026-07-01 notes=due: 2026-07-02", "date: due: 2026-07-02"),
    Example("- A @done(2026-06-01 10:00)", "completed=2026-06-01T08:00:00Z"),
    Example("- A @done(yesterday)", "notes=done: yesterday completed=2026-06-15T00:00:00Z", "date: done: yesterday"),
    Example("- [ ] A [due:: 2026-07-01T14:05]", "due=2026-07-01 time=14:05"),
    Example("- [ ] A ⏫ 🔽", "priority=high", "other: 🔽"),
  ])
  func `a value that tasks can't have is kept or told`(_ example: Example) throws { try expect(example) }

  @Test(arguments: [
    Example.json(#""percent":40"#, "percent=40"), .json(#""percent":"40%""#, "percent=40"),
    .json(#""percent":100"#, "notes=100%", "state: 100%"), .json(#""percent":[4]"#, "", "other: percent: [4]"),
    .json(#""due":20261201"#, "due=2026-12-01"), .json(#""due":"20261201""#, "due=2026-12-01"),
    .json(#""due":"2026-12-01T14:05""#, "due=2026-12-01 time=14:05"),
    .json(#""due":"2026-12-01T14:05:00Z""#, "due=2026-12-01 time=15:05 Europe/Berlin"),
    .json(#""due":1796130300,"time":"14:05""#, "notes=1796130300\n\n14:05", "date: 1796130300", "date: 14:05"),
    .json(#""due":{"date":"2026-12-01"}"#, #"notes={"date":"2026-12-01"}"#, #"date: {"date":"2026-12-01"}"#),
    .json(#""due":"2026-12-01","time":"2:05 pm Mars/Olympus""#, "due=2026-12-01 time=14:05", "zone: Mars/Olympus"),
    .json(#""due":"2026-12-01","time":1405"#, "due=2026-12-01 notes=1405", "date: 1405"),
    .json(#""start":20261201"#, "start=2026-12-01"),
    .json(#""tags":["red","very blue",3]"#, "tags=red very-blue 3"), .json(#""tags":"red blue""#, "tags=red blue"),
    .json(#""tags":"red, blue""#, "tags=red blue"), .json(#""tags":{"a":1}"#, "", #"other: tags: {"a":1}"#),
    .json(#""tags":["red",["a"]]"#, "tags=red", #"other: tags: ["a"]"#),
    .json(#""priority":1"#, "", "other: priority: 1"), .json(#""priority":"High""#, "priority=high"),
    .json(#""notes":["B"]"#, "", #"other: notes: ["B"]"#), .json(#""notes":7"#, "notes=7"),
    .json(#""repeats":"FREQ=WEEKLY","due":"2026-12-01""#, "due=2026-12-01 repeats=2026-12-01 FREQ=WEEKLY;BYDAY=TU"),
    .json(#""repeats":{"every":1}"#, #"notes={"every":1}"#, #"rule: {"every":1}"#),
    .json(#""completed-at":true"#, "completed=2026-06-15T00:00:00Z", "other: completed-at: true"),
    .json(#""completed-at":false,"deleted-at":null,"due":null,"tags":null,"percent":null"#, ""),
    .json(#""completed-at":"""#, ""), .json(#""created-at":1796130300"#, "", "other: created-at: 1796130300"),
    .json(#""done":true"#, "", "other: done: true"), .json(#""uid":7,"parent":8"#, "", "relation: 8"),
  ])
  func `an export as others write it is read where its meaning is clear`(_ example: Example) throws {
    try expect(example)
  }

  @Test(arguments: [
    Example.todo(
      "DUE;TZID=Europe/Berlin:20260329T023000", "due=2026-03-29 time=03:30 Europe/Berlin",
      "skipped-time: 2026-03-29 02:30"),
    .todo("DUE:20260329T023000", "due=2026-03-29 time=02:30"),
    .todo(
      "DUE:20261025T013000Z", "due=2026-10-25 time=02:30 Europe/Berlin", "skipped-time: 2026-10-25T01:30:00.000Z"),
    .todo("DUE:20261025T003000Z", "due=2026-10-25 time=02:30 Europe/Berlin"),
    Example(
      "title,due,time\nA,2026-03-29,02:30 Europe/Berlin", "due=2026-03-29 time=03:30 Europe/Berlin",
      "skipped-time: 2026-03-29 02:30"),
    Example(
      "title,due,timezone\nA,2026-03-29 02:30,Europe/Berlin", "due=2026-03-29 time=03:30 Europe/Berlin",
      "skipped-time: 2026-03-29 02:30"),
    .json(
      #""due":"2026-03-29","time":"02:30 Europe/Berlin""#, "due=2026-03-29 time=03:30 Europe/Berlin",
      "skipped-time: 2026-03-29 02:30"),
  ])
  func `a time that the clocks skip or have twice is told`(_ example: Example) throws { try expect(example) }

  private func expect(_ example: Example) throws {
    let file = try importing(example.file)
    #expect(file.titles == ["A"])
    #expect(file.tasks.first?.shown == example.task)
    #expect(file.remarked == example.told)
  }

  @Test func `what a list holds is told, too`() throws {
    let file = try importing(
      #"{"format":"fourfold","version":1,"colour":"red","lists":[{"name":7,"icon":"x","order":"up","id":"3","created-at":"soon","tasks":[]}]}"#
    )
    #expect(file.lists.map(\.name) == ["7"])
    #expect(file.lists.map(\.number) == [3])
    #expect(
      file.remarked == ["other: colour: red", "other: created-at: soon", "other: icon: x", "other: order: up"])
    #expect(
      try importing("BEGIN:VCALENDAR\nX-WR-CALDESC:Ours\\, all\nEND:VCALENDAR").remarked == ["description: Ours, all"])
    let long = String(repeating: "a", count: 220)
    let short = String(repeating: "a", count: 120) + "…"
    for text in ["list,title,due\n\(long),A,", "section,title,due\n\(long),A,", "# \(long)\n- [ ] A"] {
      #expect(try importing(text).remarked == ["long-name: \(short)"])
    }
  }

  @Test(arguments: ["title,due\n,2026-07-01\n,2026-07-02", "title,due\n", "title,notes\n,"])
  func `a table without a title in any row has no tasks`(text: String) throws {
    #expect(try !importing(text).hasContent)
  }

  @Test(arguments: [
    "// mine\n{\"format\":\"fourfold\",\"version\":1,\"lists\":[]}", "{ // mine\n\"format\":\"fourfold\"}",
    "/* a\nb */ [{\"title\":\"a\"}]", "[ /* a */ {\"title\":\"a\"}]", "{'title': 'a'}",
  ])
  func `JSON with comments is damaged, not lines`(text: String) {
    #expect(throws: UnreadableFile.broken) { try importing(text) }
  }

  @Test func `comments above a table are told, and are no tasks`() throws {
    for mark in ["# by me\n", "# by me, in 2026\n#\n", "#by me\n\n"] {
      let file = try importing(mark + "title,due\nA,2026-07-01\n# B,")
      #expect(file.format == .table)
      #expect(file.titles == ["A", "# B"])
      #expect(file.remarked.allSatisfy { $0.hasPrefix("text: #") } && !file.remarked.isEmpty)
    }
    #expect(try importing("// a\n[ ] b").format != .table)
  }
}

extension PortableTask {
  /// The fields that it has besides its title, such as `due=2026-07-01 percent=40`.
  var shown: String {
    var shown = TaskField.all.filter { $0 != .title && !self[$0].isEmpty && self[$0] != "none" }.map {
      "\($0.name)=\(self[$0])"
    }
    if let percent { shown.append("percent=\(percent)") }
    if let completed { shown.append("completed=\(iso(completed) ?? "")") }
    return shown.joined(separator: " ")
  }
}
