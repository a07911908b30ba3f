import Tasks
import Testing

struct TodoistTests {
  static let header =
    "TYPE,CONTENT,DESCRIPTION,IS_COLLAPSED,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG"

  private func read(_ rows: String..., name: String? = "House.csv") throws -> PortableFile {
    try importing(([Self.header] + rows).joined(separator: "\r\n"), name: name)
  }

  @Test func `tasks, sections, labels, priorities and indents are read`() throws {
    let file = try read(
      "meta,view_style=list,,,,,,,,,,,,,", ",,,,,,,,,,,,,,",
      "task,Wash the car @garage @water,\"Twice, with soap\",,1,1,Ana (7),,,en,Europe/Berlin,,,,",
      "task,Buy soap,,,4,2,Ana (7),,,,,,,,", "task,At the market,,,2,3,,,,,,,,,", "section,Garden,,,,,,,,,,,,,",
      "task,@green Ask @jo about the hedge,,,3,1,,,,,,,,,")
    #expect(file.format == .todoist)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Wash the car", "Buy soap", "At the market", "Ask @jo about the hedge"])
    #expect(file.depths == [0, 1, 2, 0])
    #expect(file.tasks.map { $0[.priority] } == ["high", "none", "medium", "low"])
    #expect(file.tasks.map { $0[.tags] } == ["garage water", "", "", "green"])
    #expect(file.tasks[0][.notes] == "Twice, with soap")
    #expect(file.tasks.map(\.section) == [nil, nil, nil, "Garden"])
    #expect(file.remarked == [])
  }

  @Test func `comments go to the notes, and what has no place is remarked`() throws {
    let file = try read(
      "task,Paint,,,4,1,,Jo (8),2026-07-01,en,,30,minute,2026-08-01,en", "note,Use the blue one,,,,,,,,,,,,,",
      "note,\"Look [[file {\"\"file_name\"\":\"\"a.png\"\"}]]\",,,,,,,,,,,,,",
      "project_note,About the house,,,,,,,,,,,,,",
      "surprise,What,,,,,,,,,,,,,")
    #expect(file.tasks[0][.notes] == "deadline: 2026-08-01\n\n30 minute\n\nUse the blue one\n\nLook")
    #expect(
      file.remarked == [
        "unreadable", "comment: Use the blue one", "comment: Look", "description: About the house",
        "deadline: deadline: 2026-08-01",
        "duration: 30 minute", "attachment: a.png", "person: Jo (8)",
      ])
  }

  @Test func `the address of a link goes to the notes`() throws {
    let file = try read("task,Read [the score](https://choir.example/a) @choir,,,4,1,,,,,,,,,")
    #expect(file.titles == ["Read the score"])
    #expect(file.tasks[0][.notes] == "https://choir.example/a")
    #expect(file.tasks[0][.tags] == "choir")
  }

  @Test(
    arguments: [
      ("2026-10-06", "2026-10-06", "", ""), ("2026-10-06 15:30", "2026-10-06", "15:30", ""),
      ("2025-03-31 at 11:00", "2025-03-31", "11:00", ""), ("Oct 5 2026", "2026-10-05", "", ""),
      ("5 Oct 2025", "2025-10-05", "", ""), ("Jan 3", "2026-01-03", "", ""),
      ("3rd Jan at 9am", "2026-01-03", "09:00", ""),
      ("tomorrow at 9am", "2026-06-16", "09:00", ""), ("fri", "2026-06-19", "", ""),
      ("every day", "2026-06-15", "", "2026-06-15 FREQ=DAILY"),
      ("every monday at 9am", "2026-06-15", "09:00", "2026-06-15 FREQ=WEEKLY;BYDAY=MO"),
      ("every 2 weeks", "2026-06-15", "", "2026-06-15 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
      ("every! 3 days", "2026-06-15", "", "2026-06-15 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION"),
      ("every weekday", "2026-06-15", "", "2026-06-15 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("every 27th", "2026-06-27", "", "2026-06-27 FREQ=MONTHLY;BYMONTHDAY=27"),
      ("every 27", "2026-06-27", "", "2026-06-27 FREQ=MONTHLY;BYMONTHDAY=27"),
      ("every weekend", "2026-06-20", "", "2026-06-20 FREQ=WEEKLY;BYDAY=SA,SU"),
      ("every last day", "2026-06-30", "", "2026-06-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("every morning", "2026-06-15", "09:00", "2026-06-15 FREQ=DAILY"),
      ("every evening", "2026-06-15", "18:00", "2026-06-15 FREQ=DAILY"),
      ("every day starting 1 July", "2026-07-01", "", "2026-07-01 FREQ=DAILY"),
      ("every mon starting Aug 3", "2026-08-03", "", "2026-08-03 FREQ=WEEKLY;BYDAY=MO"),
      ("every week until 1 Aug", "2026-06-15", "", "2026-06-15 FREQ=WEEKLY;BYDAY=MO;UNTIL=20260801"),
      ("every day at 9am until 1 Aug 2026", "2026-06-15", "09:00", "2026-06-15 FREQ=DAILY;UNTIL=20260801"),
      ("\"every mon, fri at 20:00\"", "2026-06-15", "20:00", "2026-06-15 FREQ=WEEKLY;BYDAY=MO,FR"),
      ("every other tuesday", "2026-06-16", "", "2026-06-16 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
      ("every 3rd friday", "2026-06-19", "", "2026-06-19 FREQ=MONTHLY;BYDAY=3FR"),
      ("every! 2 weeks", "2026-06-15", "", "2026-06-15 FREQ=WEEKLY;INTERVAL=2;FROM=COMPLETION"),
      ("every quarter", "2026-06-15", "", "2026-06-15 FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"),
      ("every jan 3", "2027-01-03", "", "2027-01-03 FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=3"),
      ("2026-10-06T15:30:00Z", "2026-10-06", "17:30 Europe/Berlin", ""),
    ] as [(String, String, String, String)])
  func `dates in words are read`(words: String, due: String, time: String, repeats: String) throws {
    let file = try read("task,Paint,,,4,1,,,\(words),en,,,,,")
    #expect(file.tasks.map { [$0[.due], $0[.time], $0[.repeats]] } == [[due, time, repeats]])
    #expect(file.remarked == [])
  }

  @Test(arguments: [
    ("jeden Montag um 9 Uhr", "de", "2026-06-15", "09:00", "2026-06-15 FREQ=WEEKLY;BYDAY=MO"),
    ("jährlich", "de", "2026-06-15", "", "2026-06-15 FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=15"),
    ("jeden! 3. Tag", "de", "2026-06-15", "", "2026-06-15 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION"),
    ("5. Okt", "de", "2026-10-05", "", ""), ("3. Januar 2026", "de", "2026-01-03", "", ""),
    ("5. Oktober 2026 um 9 Uhr", "de", "2026-10-05", "09:00", ""), ("morgen 9 Uhr", "de", "2026-06-16", "09:00", ""),
    ("every day", "de", "2026-06-15", "", "2026-06-15 FREQ=DAILY"),
    ("كل يوم اثنين", "ar", "2026-06-15", "", "2026-06-15 FREQ=WEEKLY;BYDAY=MO"),
  ])
  func `dates are read in the language of their row`(
    words: String, language: String, due: String, time: String, repeats: String
  ) throws {
    let file = try read("task,Paint,,,4,1,,,\(words),\(language),,,,,")
    #expect(file.tasks.map { [$0[.due], $0[.time], $0[.repeats]] } == [[due, time, repeats]])
    #expect(file.remarked == [])
  }

  @Test(arguments: ["annuellement", "every blue moon", "every! tuesday maybe", "31 Feb", "2026-13-01"])
  func `other words stay in the notes`(words: String) throws {
    let file = try read("task,Paint,,,4,1,,,\(words),fr,,,,,")
    #expect(file.tasks[0][.due] == "")
    #expect(file.tasks[0][.notes] == words)
    #expect(file.remarked == ["date: \(words)"])
  }

  @Test func `older templates have fewer columns, and a backup has a file for each project`() throws {
    let old = "TYPE,CONTENT,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG\ntask,Old,1,1,,,,\n"
    #expect(try importing(old).tasks.map { $0[.priority] } == ["high"])
    let new = "\u{FEFF}\(Self.header)\ntask,New,,,4,1,,,,,,,,,\n"
    let zip = ZipFile.bytes([
      .init(name: "Inbox [2203306141].csv", content: Array(new.utf8), isDeflated: true),
      .init(name: "Old house [x] [6Crg8jQ8].csv", content: Array(old.utf8)),
    ])
    let file = try importing(zip)
    #expect(file.format == .todoistBackup)
    #expect(file.lists.map(\.name) == ["Inbox", "Old house [x]"])
    #expect(file.titles == ["New", "Old"])
  }
}
