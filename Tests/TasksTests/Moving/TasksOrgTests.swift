import Foundation
import Tasks
import Testing

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
