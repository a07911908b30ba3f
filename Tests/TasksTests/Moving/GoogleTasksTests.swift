import Foundation
import Tasks
import Testing

struct GoogleTasksTests {
  static let takeout = #"""
    {
      "kind": "tasks#taskLists",
      "items": [
        {
          "kind": "tasks#tasks", "id": "L1", "title": "Groceries", "updated": "2026-05-01T10:00:00.123456Z",
          "items": [
            { "kind": "tasks#task", "id": "c", "title": "Whole milk", "parent": "a", "status": "needsAction",
              "created": "2026-04-01T08:00:00Z", "updated": "2026-04-02T08:00:00Z" },
            { "id": "a", "title": "Milk", "notes": "Two\nlitres", "status": "needsAction",
              "due": "2026-06-20T00:00:00Z", "starred": true,
              "links": [{ "type": "email", "description": "Re: milk", "link": "https://mail.example/1" }] },
            { "id": "b", "title": "Bread", "status": "completed", "completed": "2026-04-03T09:00:00.500Z" },
            { "id": "d", "title": "Eggs", "deleted": true, "status": "needsAction" },
            { "id": "e", "title": "", "status": "needsAction" },
            { "id": "f", "title": "Call", "status": "needsAction",
              "scheduled_time": [{ "current": true, "start": "2026-06-21T12:30:00Z" }], "task_recurrence_id": "r" }
          ]
        },
        { "kind": "tasks#tasks", "id": "L2", "title": "Empty" }
      ]
    }
    """#

  @Test func `lists, subtasks, dates and states are read`() throws {
    let file = try importing(Self.takeout)
    #expect(file.format == .googleTasks)
    #expect(file.lists.map(\.name) == ["Groceries", "Empty"])
    #expect(file.titles == ["Milk", "Whole milk", "Bread", "Call"])
    #expect(file.depths == [0, 1, 0, 0])
    #expect(file.tasks.map(\.uid) == ["a", "c", "b", "f"])
    #expect(file.tasks.map { $0[.due] } == ["2026-06-20", "", "", "2026-06-21"])
    #expect(file.tasks[3][.time] == "14:30 Europe/Berlin")
    #expect(file.tasks[0][.priority] == "high")
    #expect(file.tasks[0][.notes] == "Two\nlitres\n\nhttps://mail.example/1")
    #expect(iso(file.tasks[1].created) == "2026-04-01T08:00:00Z")
    #expect(file.tasks[2].completed == Date(timeIntervalSince1970: 1_775_206_800.5))
    #expect(
      file.remarked == [
        "unreadable", "deleted", "link: https://mail.example/1", "exceptions: r",
      ])
  }

  @Test func `tasks are in the order of their positions, and a Takeout archive is read`() throws {
    let json = #"""
      {"kind":"tasks#taskLists","items":[{"title":"A","items":[
        {"id":"2","title":"second","position":"00000000000000000002"},
        {"id":"1","title":"first","position":"00000000000000000001"}]}]}
      """#
    let zip = ZipFile.bytes([
      .init(name: "Takeout/archive_browser.html", content: Array("<!DOCTYPE html><html>".utf8)),
      .init(name: "Takeout/Tasks/Tasks.json", content: Array(json.utf8), isDeflated: true),
    ])
    let file = try importing(zip)
    #expect(file.format == .googleTasks)
    #expect(file.titles == ["first", "second"])
    #expect(file.remarked == [])
  }

  @Test func `a single list is read`() throws {
    let file = try importing(#"{"kind":"tasks#taskList","title":"A","items":[{"kind":"tasks#task","title":"a"}]}"#)
    #expect(file.lists.map(\.name) == ["A"])
    #expect(file.titles == ["a"])
  }
}
