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

struct TasksOrgTests {
  /// 1 July 2026, 12:00 in Berlin, for a day; one second more for a time.
  private static let noon = 1_782_900_000_000

  static let backup = #"""
    {
      "version": 130805, "timestamp": 1780000000000,
      "data": {
        "tasks": [
          { "task": { "title": "Buy paint", "priority": 3, "creationDate": 1767225600000, "remoteId": "t2" },
            "caldavTasks": [{ "calendar": "c1", "remoteId": "u2", "remoteParent": "u1" }] },
          { "task": { "title": "Paint", "notes": "Blue", "priority": 0, "dueDate": \#(noon + 1_000), "hideUntil": \#(noon),
              "creationDate": 1767225600000, "modificationDate": 1767312000000, "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=WE",
              "repeatFrom": 0, "remoteId": "t1", "estimatedSeconds": 1800 },
            "alarms": [{ "type": 2 }], "tags": [{ "name": "very red", "tagUid": "g" }],
            "comments": [{ "message": "Soon" }], "geofences": [], "attachments": [],
            "caldavTasks": [{ "calendar": "c2", "remoteId": "old", "deleted": 5 }, { "calendar": "c1", "remoteId": "u1" }] },
          { "task": { "title": "Sweep", "priority": 2, "dueDate": \#(noon), "completionDate": 1769904000000,
              "recurrence": "FREQ=DAILY;INTERVAL=2", "remoteId": "t3" }, "caldavTasks": [{ "calendar": "c2", "remoteId": "u3" }] },
          { "task": { "title": "Dust", "priority": 1, "dueDate": \#(noon), "recurrence": "FREQ=DAILY;INTERVAL=2",
              "repeatFrom": 1, "remoteId": "t4" }, "caldavTasks": [] },
          { "task": { "title": "Gone", "deletionDate": 1769904000000, "remoteId": "t5" }, "caldavTasks": [] }
        ],
        "tags": [{ "remoteId": "g", "name": "very red" }],
        "caldavAccounts": [], "caldavCalendars": [
          { "account": "a", "uuid": "c1", "name": "House" }, { "account": "a", "uuid": "c2", "name": "Choir" }
        ]
      }
    }
    """#

  @Test func `lists, parents and fields are read`() throws {
    let file = try importing(Self.backup)
    #expect(file.format == .tasksOrg)
    #expect(file.lists.map(\.name) == ["House", "Choir", nil])
    #expect(file.titles == ["Paint", "Buy paint", "Sweep", "Dust"])
    #expect(file.depths == [0, 1, 0, 0])
    #expect(file.tasks.map(\.uid) == ["u1", "u2", "u3", "t4"])
    #expect(file.tasks.map { $0[.priority] } == ["high", "none", "low", "medium"])
    #expect(file.tasks.map { $0[.due] } == ["2026-07-01", "", "2026-07-01", "2026-07-01"])
    #expect(file.tasks.map { $0[.time] } == ["12:00 Europe/Berlin", "", "", ""])
    #expect(
      file.tasks.map { $0[.repeats] } == [
        "2026-07-01 FREQ=WEEKLY;BYDAY=WE", "", "", "2026-07-01 FREQ=DAILY;INTERVAL=2;FROM=COMPLETION",
      ])
    #expect(file.tasks[0][.start] == "2026-07-01")
    #expect(file.tasks[0][.tags] == "very-red")
    #expect(file.tasks[0][.notes] == "Blue\n\nSoon\n\n30 min")
    #expect(iso(file.tasks[2].completed) == "2026-02-01T00:00:00Z")
    #expect(
      file.remarked == [
        "deleted", "comment: Soon", "duration: 30 min", "closed-rule: RRULE:FREQ=DAILY;INTERVAL=2", "reminder",
      ])
  }
}

struct VikunjaTests {
  static let data = #"""
    [
      {
        "id": -1, "title": "Favorites", "hex_color": "", "tasks": [{ "id": 1, "title": "Twice" }]
      },
      {
        "id": 4, "title": "House", "description": "<p>Ours</p>", "identifier": "H", "hex_color": "", "parent_project_id": 0,
        "created": "2026-01-01T00:00:00Z", "child_projects": [
          { "id": 6, "title": "Garden", "tasks": [{ "id": 20, "title": "Rake", "created": "2026-01-01T00:00:00Z" }] }
        ],
        "buckets": [{ "id": 1, "title": "To-Do" }, { "id": 2, "title": "Doing" }],
        "task_buckets": [{ "task_id": 11, "bucket_id": 2, "project_view_id": 3 }],
        "positions": [{ "task_id": 11, "position": 10.5, "project_view_id": 3 }, { "task_id": 10, "position": 20 }],
        "tasks": [
          {
            "id": 10, "title": "Paint", "description": "<ul><li>Buy</li><li>Stir &lt;2 h&gt;</li></ul>", "done": false,
            "done_at": "0001-01-01T00:00:00Z", "due_date": "2026-07-01T10:00:00Z", "start_date": "0001-01-01T00:00:00Z",
            "end_date": "0001-01-01T00:00:00Z", "priority": 4, "percent_done": 0.3, "bucket_id": 1, "hex_color": "ff0000",
            "labels": [{ "title": "very red" }], "assignees": [{ "username": "jo" }], "reminders": [{ "reminder": "x" }],
            "attachments": [{ "file": { "name": "a.png" } }], "repeat_after": 604800, "repeat_mode": 0,
            "comments": [{ "comment": "<p>Soon</p>", "author": { "username": "jo" } }],
            "related_tasks": { "subtask": [{ "id": 12, "title": "Buy paint" }], "blocking": [{ "id": 11 }] },
            "created": "2026-01-01T00:00:00Z", "updated": "2026-01-02T00:00:00Z"
          },
          { "id": 11, "title": "Sweep", "done": true, "done_at": "2026-02-01T00:00:00Z", "created": "2026-01-01T00:00:00Z" },
          { "id": 12, "title": "Buy paint", "due_date": "2026-07-01T10:00:00Z", "repeat_after": 86400, "repeat_mode": 2,
            "related_tasks": { "parenttask": [{ "id": 10 }] }, "created": "2026-01-01T00:00:00Z" },
          { "id": 13, "title": "Hourly", "repeat_after": 3600, "created": "2026-01-01T00:00:00Z" }
        ]
      }
    ]
    """#

  private func archive() -> [UInt8] {
    ZipFile.bytes([
      .init(name: "data.json", content: Array(Self.data.utf8), isDeflated: true),
      .init(name: "filters.json", content: Array("[]".utf8)), .init(name: "VERSION", content: Array("v0.24.0".utf8)),
      .init(name: "files/3", content: [0x89, 0x50, 0x4E, 0x47, 0]),
    ])
  }

  @Test func `projects, subtasks and buckets are read in their order`() throws {
    let file = try importing(archive())
    #expect(file.format == .vikunja)
    #expect(file.lists.map(\.name) == ["House", "Garden"])
    #expect(file.titles == ["Sweep", "Paint", "Buy paint", "Hourly", "Rake"])
    #expect(file.depths == [0, 0, 1, 0, 0])
    #expect(file.tasks.map(\.section) == ["Doing", "To-Do", nil, nil, nil])
    #expect(file.tasks[1].uid == "vikunja-10-2026-01-01T00:00:00Z")
  }

  @Test func `fields of a task are read, and the rest is remarked`() throws {
    let file = try importing(archive())
    let task = file.tasks[1]
    #expect(task[.notes] == "- Buy\n- Stir <2 h>\n\nSoon")
    #expect([task[.due], task[.time], task[.start]] == ["2026-07-01", "12:00 Europe/Berlin", ""])
    #expect(task[.repeats] == "2026-07-01 FREQ=DAILY;INTERVAL=7")
    #expect(task[.priority] == "high")
    #expect(task[.tags] == "very-red")
    #expect(task.percent == 30)
    #expect(iso(task.changed) == "2026-01-02T00:00:00Z")
    #expect(file.tasks[2][.repeats] == "2026-07-01 FREQ=DAILY;FROM=COMPLETION")
    #expect(iso(file.tasks[0].completed) == "2026-02-01T00:00:00Z")
    #expect(
      file.remarked == [
        "rule: 3600 s", "comment: Soon", "description: Ours", "reminder", "attachment: files/3", "attachment: a.png",
        "person", "relation: blocking", "look",
      ])
  }

  @Test func `namespaces of older exports contain the lists, and saved filters are remarked`() throws {
    let data =
      #"[{"id":1,"title":"Me","hex_color":"","projects":[{"id":2,"title":"House","tasks":[{"id":3,"title":"Paint"}]}]}]"#
    let zip = ZipFile.bytes([
      .init(name: "data.json", content: Array(data.utf8)),
      .init(name: "filters.json", content: Array(#"[{"id":1,"filters":{},"title":"Late"}]"#.utf8)),
    ])
    let file = try importing(zip)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint"])
    #expect(file.remarked == ["other: filters.json"])
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
