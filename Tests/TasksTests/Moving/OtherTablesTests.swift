import Foundation
import Testing

@testable import Tasks

/// Tables of other apps come in by the usual names of their columns. Each text is of our own making, in the shape that the app writes.
struct OtherTablesTests {
  @Test func `Asana: sections, tags, notes, subtasks, and people are told`() throws {
    let file = try importing(
      """
      Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task
      1200000000000001,2026-05-01,,2026-05-02,Launch site,Build,Jo Miller,jo@choir.example,2026-06-20,2026-07-15,"Design,Q4 launch","One
      two, three",Website,
      1200000000000002,2026-05-01,2026-05-10,2026-05-10,Write copy,Build,,,,2026-05-09,,,,Launch site
      1200000000000003,2026-05-01,,2026-05-02,Pick fonts,Ideas,,,,,,,Print,
      """)
    #expect(file.lists.map(\.name) == ["Website", "Print"])
    #expect(file.titles == ["Launch site", "Write copy", "Pick fonts"])
    #expect(file.depths == [0, 1, 0])
    #expect(file.tasks.map(\.section) == ["Build", "Build", "Ideas"])
    #expect(
      [file.tasks[0][.due], file.tasks[0][.start], file.tasks[0][.tags]] == [
        "2026-07-15", "2026-06-20", "Design Q4-launch",
      ])
    #expect(file.tasks[0][.notes] == "One\ntwo, three")
    #expect(file.tasks.map { iso($0.completed) } == [nil, "2026-05-10T10:00:00Z", nil])
    #expect(file.tasks[0].uid == "1200000000000001")
    #expect(file.remarked == ["person: Jo Miller", "person: jo@choir.example"])
  }

  @Test func `German columns, with semicolons and words of the language`() throws {
    let file = try importing(
      """
      Aufgabe;Fällig am;Priorität;Status;Liste;Schlagwörter;Notizen;Wiederholung;Zugewiesen an;Änderungsdatum;Budget
      Zaun streichen;1.7.2026 14:05;Hoch;Offen;Garten;rot, blau;Zweimal;Wöchentlich;Jo;;12
      Rasen mähen;3. Juli 2026;niedrig;Erledigt;Garten;;;;;;
      Hecke schneiden;;keine;In Arbeit;Haus;;;;;;
      """)
    #expect(file.lists.map(\.name) == ["Garten", "Haus"])
    #expect(file.titles == ["Zaun streichen", "Rasen mähen", "Hecke schneiden"])
    #expect(
      file.tasks.map { [$0[.due], $0[.time], $0[.priority]] } == [
        ["2026-07-01", "14:05", "high"], ["2026-07-03", "", "low"], ["", "", "none"],
      ])
    #expect(file.tasks.map { $0.completed != nil } == [false, true, false])
    #expect([file.tasks[0][.tags], file.tasks[0][.notes]] == ["rot blau", "Zweimal"])
    #expect(file.tasks[0][.repeats] == "2026-07-01 FREQ=WEEKLY;BYDAY=WE")
    #expect(file.tasks[2][.notes] == "In Arbeit")
    #expect(file.remarked == ["state: In Arbeit", "person: Jo", "other: Budget: 12"])
  }

  @Test func `Arabic columns`() throws {
    let file = try importing(
      "المهمة,تاريخ الاستحقاق,الأولوية,الحالة,القائمة\nطلاء السور,2026-07-01,عالية,مفتوحة,الحديقة\nقص العشب,,منخفضة,مكتملة,الحديقة\n"
    )
    #expect(file.lists.map(\.name) == ["الحديقة"])
    #expect(file.tasks.map { [$0[.due], $0[.priority]] } == [["2026-07-01", "high"], ["", "low"]])
    #expect(file.tasks.map { $0.completed != nil } == [false, true])
    #expect(file.remarked == [])
  }

  @Test func `Notion: named months, ranges, and columns of any name`() throws {
    let file = try importing(
      """
      Name,Status,Due,Tags,Priority,Budget
      Paint,Not started,"March 4, 2027 9:00 AM","red, very blue",High,12 €
      Sweep,Done,"March 4, 2027 → March 6, 2027",,Low,
      Rake,In progress,"March 4, 2027 9:00 AM (GMT+1)",,,
      """, name: "House 1a2b.csv")
    #expect(
      file.tasks.map { [$0[.start], $0[.due], $0[.time]] } == [
        ["", "2027-03-04", "09:00"], ["2027-03-04", "2027-03-06", ""], ["", "2027-03-04", "09:00 Europe/Berlin"],
      ])
    #expect(file.tasks.map { $0.completed != nil } == [false, true, false])
    #expect(file.tasks[0][.tags] == "red very-blue")
    #expect(file.tasks.map { $0[.priority] } == ["high", "low", "none"])
    #expect(file.tasks[2][.notes] == "In progress")
    #expect(file.remarked == ["state: In progress", "other: Budget: 12 €"])
  }

  @Test func `TickTick: the lines above the table, zones, whole days, steps and check lists`() throws {
    let file = try importing(
      """
      "Date: 2026-06-01+0000"
      "Version: 7.1"
      "Status: \n0 Normal\n1 Completed\n2 Archived"
      "Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day","Is Floating","Column Name","Column Order","View Mode","taskId","parentId"
      "Home","House","Paint","TEXT","red, old house","Twice","N","2026-06-30T22:00:00+0000","2026-06-30T22:00:00+0000","","RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=WE","5","0","2026-05-01T08:00:00+0000","","-1099","Europe/Berlin","true","false","Later","","list","1",""
      "Home","House","Buy paint","TEXT","","","N","","2026-07-01T07:30:00+0000","-PT10M","","0","0","2026-05-01T08:00:00+0000","","-1098","America/New_York","false","false","","","list","2","1"
      "","House","Pack","CHECKLIST","","▫Tent\n▪Rope\nNot the stove","Y","","","","","1","2","2026-05-01T08:00:00+0000","2026-05-02T08:00:00+0000","-1097","Europe/Berlin","","false","","","list","3",""
      """)
    #expect(file.format == .table)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint", "Buy paint", "Pack", "Tent", "Rope"])
    #expect(file.depths == [0, 1, 0, 1, 1])
    #expect([file.tasks[0][.due], file.tasks[0][.time], file.tasks[0][.start]] == ["2026-07-01", "", ""])
    #expect([file.tasks[1][.due], file.tasks[1][.time]] == ["2026-07-01", "03:30 America/New_York"])
    #expect(file.tasks[0][.repeats] == "2026-07-01 FREQ=WEEKLY;BYDAY=WE")
    #expect(file.tasks[0][.tags] == "red old-house")
    #expect(file.tasks.map { $0[.priority] } == ["high", "none", "low", "none", "none"])
    #expect(file.tasks.map { $0.completed != nil } == [false, false, true, true, true])
    #expect(file.tasks[2][.notes] == "Not the stove")
    #expect(file.tasks[0].section == "Later")
    #expect(file.remarked == ["reminder: -PT10M", "other: Folder Name: Home", "other: Folder Name: Home", "open-step"])
  }

  @Test func `Toodledo: folders, contexts, times, repeats in words, and its own priorities`() throws {
    let file = try importing(
      """
      "TASK","FOLDER","CONTEXT","GOAL","LOCATION","STARTDATE","STARTTIME","DUEDATE","DUETIME","REPEAT","LENGTH","TIMER","PRIORITY","TAG","STATUS","STAR","NOTE"
      "Paint","House","Garden","","Shed","0000-00-00","","2026-07-01","09:00 AM","Every 2 weeks","30","0","3","red, blue","None","0","Twice"
      "Sweep","House","","","","0000-00-00","","0000-00-00","","None","0","0","-1","","Waiting","1",""
      """)
    #expect(file.lists.map(\.name) == ["House"])
    #expect([file.tasks[0][.due], file.tasks[0][.time]] == ["2026-07-01", "09:00"])
    #expect(file.tasks[0][.repeats] == "2026-07-01 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE")
    #expect(file.tasks.map { $0[.priority] } == ["high", "low"])
    #expect(file.tasks[0][.tags] == "Garden red blue")
    #expect(file.tasks[0][.notes] == "Twice\n\nLOCATION: Shed\n\nLENGTH: 30")
    #expect(file.remarked == ["place: LOCATION: Shed", "state: Waiting", "duration: LENGTH: 30", "other: STAR: 1"])
  }

  @Test func `Things: projects, areas, headings and deadlines`() throws {
    let file = try importing(
      """
      uuid,type,title,status,notes,area,project,heading,start_date,deadline,tags,stop_date
      AbCdEfGhIjKlMnOpQrStUv,to-do,Paint,incomplete,Twice,Home,House,Walls,2026-06-20,2026-07-01,"red,blue",
      BbCdEfGhIjKlMnOpQrStUv,to-do,Sweep,completed,,Home,,,,,,2026-06-01
      CbCdEfGhIjKlMnOpQrStUv,to-do,Rake,canceled,,Home,,,,,,2026-06-02
      """)
    #expect(file.lists.map(\.name) == ["House", "Home"])
    #expect([file.tasks[0][.due], file.tasks[0][.start]] == ["2026-07-01", "2026-06-20"])
    #expect(file.tasks[0].section == "Walls")
    #expect(file.tasks.map { $0.completed != nil } == [false, true, true])
    #expect(
      file.remarked == [
        "other: type: to-do", "other: area: Home", "other: type: to-do", "other: type: to-do", "closed",
      ])
  }

  @Test func `Remember the Milk: its JSON, and a table with its names`() throws {
    let file = try importing(
      #"""
      {"config":{"timezone":"Europe/Berlin"},"lists":[{"id":"9","name":"House"}],"smart_lists":[{"id":"8","name":"Late"}],
       "tasks":[
        {"id":"1","series_id":"11","list_id":"9","name":"Paint","priority":"P1","date_due":1782856800000,"date_due_has_time":false,
         "date_added":1780000000000,"tags":["red"],"repeat":"RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=MO","repeat_every":true,"url":"https://choir.example/"},
        {"id":"2","series_id":"12","list_id":"9","parent_id":"1","name":"Buy paint","priority":"PN","date_due":1782891000000,
         "date_due_has_time":true,"repeat":"RRULE:FREQ=DAILY;INTERVAL=3","repeat_every":false},
        {"id":"3","series_id":"13","list_id":"9","name":"Gone","priority":"PN","date_trashed":1780000000000},
        {"id":"4","series_id":"14","list_id":"9","name":"Sweep","priority":"P3","date_completed":1780000000000}],
       "notes":[{"id":"5","series_id":"11","title":"","content":"Twice"}],"reminders":[{"id":"6","series_id":"12"}]}
      """#)
    #expect(file.format == .rememberTheMilk)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint", "Buy paint", "Sweep"])
    #expect(file.depths == [0, 1, 0])
    #expect(
      file.tasks.map { [$0[.due], $0[.time], $0[.repeats]] } == [
        ["2026-07-01", "", "2026-07-01 FREQ=WEEKLY;BYDAY=WE"],
        ["2026-07-01", "09:30 Europe/Berlin", "2026-07-01 FREQ=DAILY;INTERVAL=3;FROM=COMPLETION"], ["", "", ""],
      ])
    #expect(file.tasks.map { $0[.priority] } == ["high", "none", "low"])
    #expect(file.tasks[0][.notes] == "https://choir.example/\n\nTwice")
    #expect(
      file.remarked == [
        "deleted", "comment: Twice", "link: https://choir.example/", "reminder", "other: smart list: Late",
      ])
    let table = try importing("Name,Priority,Due,Repeat,List,Tags,Time Estimate\nPaint,1,1 Jul 2026,,House,red,30 min")
    #expect(table.lists.map(\.name) == ["House"])
    #expect(table.tasks.map { $0[.due] } == ["2026-07-01"])
    #expect(table.remarked == ["duration: Time Estimate: 30 min", "other: Priority: 1"])
  }

  @Test(
    arguments: [
      ("2026-07-01", "2026-07-01", ""), ("2026/7/1", "2026-07-01", ""), ("20260701", "2026-07-01", ""),
      ("1.7.2026", "2026-07-01", ""), ("01.07.26 14:05", "2026-07-01", "14:05"), ("1. 7. 2026", "2026-07-01", ""),
      ("31/7/2026", "2026-07-31", ""), ("7/31/26, 2:05 PM", "2026-07-31", "14:05"), ("July 1, 2026", "2026-07-01", ""),
      ("1-Jul-26", "2026-07-01", ""), ("Wed, 1 Jul 2026 14:05", "2026-07-01", "14:05"),
      ("1st July 2026", "2026-07-01", ""),
      ("2026-07-01T14:05:00+0200", "2026-07-01", "14:05 Europe/Berlin"), ("2026-07-01 2pm", "2026-07-01", "14:00"),
      ("Jul 1, 2026 12:00 AM", "2026-07-01", "00:00"), ("2026-07-01T12:05Z", "2026-07-01", "14:05 Europe/Berlin"),
    ])
  func `dates of common forms are read`(text: String, due: String, time: String) throws {
    let file = try importing("Due Date;Task\n\(text);A")
    #expect(file.tasks.map { [$0[.due], $0[.time]] } == [[due, time]])
    #expect(file.remarked == [])
    #expect(file.questions.isEmpty)
  }

  @Test(arguments: ["31/31/2026", "2026-02-30", "1/2/3", "2026", "soon", "1 Foo 2026", "1/7/2026 25:00", "7/2026"])
  func `other dates are told`(text: String) throws {
    let file = try importing("Task;Due\nA;\(text)")
    #expect(file.tasks.map { [$0[.due], $0[.notes]] } == [["", text]])
    #expect(file.remarked == ["date: \(text)"])
  }

  @Test func `a date that could be two days is asked, unless another one tells the order`() throws {
    func read(_ dates: String..., order: DateOrder? = nil) throws -> (days: [String], question: String?) {
      let text = "Task;Due\n" + dates.map { "A;\($0)\n" }.joined()
      let file = try PortableFile(
        reading: Array(text.utf8), in: .berlin, now: importDate, choices: ImportChoices(dateOrder: order),
        inflate: { _, _ in nil })
      return (file.tasks.map { $0[.due] }, file.questions.ambiguousDate)
    }
    #expect(try read("3/4/2027") == (["2027-04-03"], "3/4/2027"))
    #expect(try read("3/4/2027", order: .monthFirst) == (["2027-03-04"], "3/4/2027"))
    #expect(try read("3/4/2027", "3/14/2027") == (["2027-03-04", "2027-03-14"], nil))
    #expect(try read("3/4/2027", "14/3/2027") == (["2027-04-03", "2027-03-14"], nil))
    #expect(try read("14/3/2027", "3/14/2027", "3/4/2027").question == "3/4/2027")
    #expect(try read("4/4/2027").question == nil)
  }

  @Test(arguments: ["no", "false", "0", "No", "FALSE", "", "open", "Not started"])
  func `such a task is not done`(text: String) throws {
    #expect(try importing("Task,Done,Due\nA,\(text),").tasks.map(\.completed) == [nil])
  }

  @Test(arguments: ["yes", "TRUE", "1", "x", "Done", "Completed", "✓", "2026-06-01"])
  func `such a task is done`(text: String) throws {
    #expect(try importing("Task,Done,Due\nA,\(text),").tasks.map { $0.completed != nil } == [true])
  }

  @Test func `a table without tasks is refused`() {
    for text in ["Name,Email,Phone\nJo,a@b,1\nAl,c@d,2", "Name,Assignee,Budget\nA,Jo,1\nB,Al,2"] {
      #expect(throws: UnreadableFile.otherTable) { try importing(text) }
    }
  }
}

struct TableTests {
  @Test func `columns of other tables are read by their names`() throws {
    let file = try importing(
      Array("Due,Title,Owner\r\n2026-07-01,\"Paint, twice\",Jo\n\n,Sweep\n31.12.2026,Rake,\n,,Jo".utf8),
      name: "House.csv")
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint, twice", "Sweep", "Rake"])
    #expect(file.tasks.map { $0[.due] } == ["2026-07-01", "", "2026-12-31"])
    #expect(file.remarked == ["unreadable", "person: Jo"])
  }

  @Test func `lists are told apart by their names, in the order in which they begin`() throws {
    let file = try importing("list,title\nA,1\nB,2\nA,3\n,4")
    #expect(file.lists.map(\.name) == ["A", "B", nil])
    #expect(file.titles == ["1", "3", "2", "4"])
  }

  @Test func `values that are not valid are in the notes or remarked`() throws {
    let file = try importing("title;repeats;priority;time;tags;percent\nPaint;sometimes;blue;late;a b,c;40")
    #expect(file.tasks[0][.notes] == "late\n\nsometimes")
    #expect(file.tasks[0][.tags] == "a-b c")
    #expect(file.tasks[0].percent == 40)
    #expect(file.remarked == ["rule: sometimes", "date: late", "other: priority: blue"])
  }

  @Test func `quotation marks may be missing or followed by text`() throws {
    #expect(try importing("title,notes\n\"a\"b,c").tasks.map { [$0[.title], $0[.notes]] } == [["ab", "c"]])
    #expect(try importing("title,notes\na,\"b\nc,d").tasks.map { [$0[.title], $0[.notes]] } == [["a", "b\nc,d"]])
  }

  @Test func `each line of the words means something, and each word one thing`() {
    #expect(TableWords.lines.count > 30)
    for line in TableWords.lines {
      switch line[0] {
      case "column": #expect(ColumnMeaning(rawValue: line[1]) != nil)
      case "end": #expect(TableValue.End(rawValue: line[1]) != nil)
      case _: #expect(line[0] == "priority" && Priority(name: line[1]) != nil)
      }
    }
    for kind in ["column", "end", "priority"] {
      let words = TableWords.lines.filter { $0[0] == kind }.flatMap { $0[2].split(separator: " ") }
      #expect(Set(words).count == words.count)
    }
    #expect(ColumnMeaning(named: "Assigned to")?.remark == .person)
  }
}
