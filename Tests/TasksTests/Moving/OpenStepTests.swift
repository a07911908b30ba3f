import Foundation
import Tasks
import Testing

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
