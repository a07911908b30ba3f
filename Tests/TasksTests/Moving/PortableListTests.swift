import Foundation
import Tasks
import Testing

struct PortableListTests {
  private func list(_ depths: [Int], section: (Int) -> String? = { _ in nil }) -> PortableList {
    let tasks = depths.enumerated().map { index, depth in
      PortableTask(
        uid: "\(index)", draft: TaskDraft(title: "\(index)", notes: "", due: nil, priority: .none), depth: depth,
        section: section(index))
    }
    return PortableList(name: "House", tasks: tasks)
  }

  @Test func `a long list is divided where a task of the top level begins`() {
    #expect(list([0, 1, 2]).divided(atMost: 3).count == 1)
    let parts = list([0, 1, 0, 1, 1, 0, 0]).divided(atMost: 3)
    #expect(parts.map { $0.tasks.map(\.uid) } == [["0", "1"], ["2", "3", "4"], ["5", "6"]])
    #expect(parts.map(\.name) == ["House", "House (2)", "House (3)"])
    let deep = list([0, 1, 2, 3, 4]).divided(atMost: 2)
    #expect(deep.map { $0.tasks.map(\.depth) } == [[0, 1], [0, 1], [0]])
    var long = list([0, 0])
    long.name = String(repeating: "é", count: 200)
    #expect(long.divided(atMost: 1).map { $0.name?.count } == [200, 200])
  }

  @Test func `sections become tags, or stay in the notes`() {
    let file = PortableFile(
      format: .markdown, lists: [list([0, 1, 0]) { ["Front garden", "Front garden", ",;"][$0] }])
    let tagged = file.converting(.tags)
    #expect(tagged.tasks.map { $0[.tags] } == ["Front-garden", "Front-garden", ""])
    #expect(tagged.tasks[2][.notes] == ",;")
    #expect(tagged.remarked == ["tag: ,;"])
    #expect(!tagged.hasSections && file.hasSections)
  }

  @Test func `sections stay, each with its tasks together, and those over the limit become tags`() {
    let one = list([0, 1, 0, 0, 0]) { ["B", nil, nil, "A", "B"][$0] }
    let ordered = PortableFile(format: .markdown, lists: [one]).converting(.sections)
    #expect(ordered.tasks.map(\.uid) == ["2", "0", "1", "4", "3"])
    #expect(ordered.tasks.map(\.section) == [nil, "B", nil, "B", "A"])
    let many = PortableFile(format: .markdown, lists: [list(Array(repeating: 0, count: 52)) { "S\($0)" }])
      .converting(.sections)
    #expect(many.tasks.map(\.uid).prefix(3) == ["50", "51", "0"] && many.lists[0].sections.count == 50)
    #expect(many.tasks.prefix(2).map { $0[.tags] } == ["S50", "S51"])
  }

  @Test(arguments: [(GroupsBecome.sections, 3), (.tags, 52), (.lists, 52)])
  func `sections without tasks that do not stay are told`(groups: GroupsBecome, lost: Int) {
    var one = list([0]) { _ in "S0" }
    one.headings = (0...52).map { "S\($0)" }
    let converted = PortableFile(format: .markdown, lists: [one]).converting(groups)
    #expect(converted.lists[0].remarks.count(of: .section) == lost)
    #expect(converted.remarked.first == "section: S\(53 - lost)")
  }

  @Test func `sections become lists, which are named after their list if there are several`() {
    let one = list([0, 0, 1, 0]) { [nil, "A", nil, "B"][$0] }
    let divided = PortableFile(format: .markdown, lists: [one]).converting(.lists)
    #expect(divided.lists.map(\.name) == ["House", "A", "B"])
    #expect(divided.lists.map { $0.tasks.map(\.uid) } == [["0"], ["1", "2"], ["3"]])
    let two = PortableFile(format: .markdown, lists: [one, list([0]) { _ in "A" }]).converting(.lists)
    #expect(two.lists.map(\.name) == ["House", "House: A", "House: B", "House: A"])
  }

  @Test func `the lists of a board become tags or lists`() throws {
    let file = try importing(sample("trello.json"))
    let tagged = file.converting(.tags)
    #expect(tagged.tasks[1][.tags] == "To-do")
    #expect(!tagged.hasSections)
    let divided = file.converting(.lists)
    #expect(divided.lists.map(\.name) == ["Old", "To do", "Done"])
    #expect(divided.lists.map(\.tasks.count) == [1, 9, 1])
    #expect(divided.remarked == file.remarked)
  }
}

/// The list that the query of a saved filter is about.
struct PortableQueryTests {
  @Test(
    arguments: [
      ("", nil), ("due=week", nil), ("q=list%3D4", nil), ("list=4", 4), ("q=tile&list=4&due=week", 4), ("list=x", 0),
    ] as [(String, Int64?)])
  func `a query is about one list, or about all`(text: String, list: Int64?) {
    #expect(PortableQuery(text).list == list)
    #expect(PortableQuery(text).text == text)
  }

  @Test func `another list stands at the same place`() {
    var query = PortableQuery("q=tile&list=4&due=week")
    query.list = 12
    #expect(query.text == "q=tile&list=12&due=week")
  }

  @Test func `a query about all lists stays so`() {
    var query = PortableQuery("due=week")
    query.list = 12
    #expect(query.text == "due=week")
  }
}

/// An open step of a completed task is completed with it, as in the app, in every format that has steps.
struct OpenStepTests {
  @Test(
    arguments: [
      ("own JSON", own), ("iCalendar", calendar), ("Markdown", "- [x] A\n  - [ ] B\n    - [x] C\n- [ ] D\n  - [ ] E"),
      ("table", "depth,title,completed-at\n,A,2026-06-01T10:00:00Z\n1,B,\n2,C,2026-05-01T10:00:00Z\n,D,\n1,E,"),
      ("plain lines", "x A\n  - B"), ("Trello", trello), ("Google Tasks", google), ("Microsoft To Do", microsoft),
      ("Vikunja", vikunja), ("Tasks.org", tasksOrg),
    ] as [(String, String)])
  func `open steps of a completed task are completed, and the report tells`(format: String, text: String) throws {
    if format == "plain lines" {
      let file = try importing(Array("☑ A\n\t☐ B".utf8), hasPlainLines: true)
      #expect(file.tasks.map { $0.completed != nil } == [true, true])
      #expect(file.remarked == ["open-step"])
      return
    }
    let file = try importing(text)
    let closed = file.tasks.filter { $0.completed != nil }.map(\.draft.title)
    #expect(closed.starts(with: ["A", "B"]), "\(format)")
    #expect(file.tasks.filter { $0.completed == nil }.map(\.draft.title).allSatisfy { "DE".contains($0) })
    #expect(file.remarked.filter { $0 == "open-step" }.count == 1)
    if let whole = file.tasks.first(where: { $0.draft.title == "A" })?.completed {
      #expect(file.tasks.first { $0.draft.title == "B" }?.completed == whole)
    }
  }

  private static let own =
    #"{"format":"fourfold","version":1,"lists":[{"name":"a","tasks":[{"title":"B","uid":"2","parent":"1"},{"title":"A","uid":"1","completed-at":"2026-06-01T10:00:00.000Z"},{"title":"D","uid":"3"},{"title":"E","uid":"4","parent":"3"}]}]}"#
  private static let calendar =
    "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:A\nCOMPLETED:20260601T100000Z\nSTATUS:COMPLETED\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:B\nRELATED-TO:1\nEND:VTODO\nBEGIN:VTODO\nUID:3\nSUMMARY:D\nEND:VTODO\nEND:VCALENDAR"
  private static let trello =
    #"{"name":"a","lists":[{"id":"l"}],"cards":[{"id":"c","idList":"l","name":"A","dueComplete":true,"dateLastActivity":"2026-06-01T10:00:00Z"}],"checklists":[{"id":"k","idCard":"c","checkItems":[{"id":"i","name":"B","state":"incomplete"}]}]}"#
  private static let google =
    #"{"kind":"tasks#tasks","title":"a","items":[{"id":"1","title":"A","status":"completed","completed":"2026-06-01T10:00:00Z"},{"id":"2","title":"B","parent":"1","status":"needsAction"}]}"#
  private static let microsoft =
    #"[{"displayName":"a","tasks":[{"id":"1","title":"A","status":"completed","importance":"low","completedDateTime":{"dateTime":"2026-06-01T10:00:00","timeZone":"UTC"},"checklistItems":[{"id":"2","displayName":"B","isChecked":false}]}]}]"#
  private static let vikunja =
    #"[{"title":"a","hex_color":"","tasks":[{"id":1,"title":"A","done":true,"done_at":"2026-06-01T10:00:00Z"},{"id":2,"title":"B","related_tasks":{"parenttask":[{"id":1}]}}]}]"#
  private static let tasksOrg =
    #"{"data":{"tasks":[{"task":{"title":"A","completionDate":1780300800000},"caldavTasks":[{"calendar":"c","remoteId":"1"}]},{"task":{"title":"B"},"caldavTasks":[{"calendar":"c","remoteId":"2","remoteParent":"1"}]}],"caldavCalendars":[{"uuid":"c","name":"a"}]}}"#
}
