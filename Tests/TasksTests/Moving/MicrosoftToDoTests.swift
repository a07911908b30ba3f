import Foundation
import Tasks
import Testing

struct MicrosoftToDoTests {
  private static func task(_ rest: String) -> String {
    #"{"id":"AAMk=","title":"Paint","status":"notStarted","importance":"normal","createdDateTime":"2026-01-02T03:04:05.1234567Z"\#(rest)}"#
  }

  static func list(_ rest: String) -> String {
    #"[{"id":"L","displayName":"House","wellknownListName":"none","tasks":[\#(task(rest))]}]"#
  }

  @Test func `fields and steps of a task are read`() throws {
    let file = try importing(
      Self.list(
        #"""
        ,"body":{"content":"<p>Buy <b>blue</b> &amp; white</p><p>Two pots</p>","contentType":"html"},
        "lastModifiedDateTime":"2026-02-02T03:04:05Z","categories":["Very red","Blue"],"hasAttachments":true,
        "isReminderOn":true,"dueDateTime":{"dateTime":"2026-07-01T00:00:00.0000000","timeZone":"UTC"},
        "startDateTime":{"dateTime":"2026-06-29T22:00:00.0000000","timeZone":"UTC"},
        "linkedResources":[{"webUrl":"https://mail.example/1","displayName":"Re: paint"}],
        "checklistItems":[{"id":"s1","displayName":"Buy","isChecked":true,"checkedDateTime":"2026-02-01T00:00:00Z"},
          {"id":"s2","displayName":"Stir","isChecked":false,"createdDateTime":"2026-01-03T00:00:00Z"}]
        """#))
    #expect(file.format == .microsoftToDo)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint", "Buy", "Stir"])
    #expect(file.depths == [0, 1, 1])
    let task = file.tasks[0]
    #expect(task[.notes] == "Buy blue & white\nTwo pots\n\nRe: paint https://mail.example/1")
    #expect([task[.due], task[.time], task[.start]] == ["2026-07-01", "", "2026-06-30"])
    #expect(task[.tags] == "Very-red Blue")
    #expect(task.created == Date(timeIntervalSince1970: 1_767_323_045.123))
    #expect(iso(file.tasks[1].completed) == "2026-02-01T00:00:00Z")
    #expect(
      file.remarked == ["link: Re: paint https://mail.example/1", "reminder", "attachment"])
  }

  @Test(
    arguments: [
      (#"{"type":"daily","interval":3}"#, #"{"type":"noEnd"}"#, "2026-07-01 FREQ=DAILY;INTERVAL=3"),
      (
        #"{"type":"weekly","interval":2,"daysOfWeek":["wednesday","monday"],"firstDayOfWeek":"monday"}"#,
        #"{"type":"endDate","endDate":"2026-12-31"}"#,
        "2026-07-01 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261231"
      ),
      (
        #"{"type":"absoluteMonthly","interval":1,"dayOfMonth":1}"#, #"{"type":"noEnd"}"#,
        "2026-07-01 FREQ=MONTHLY;BYMONTHDAY=1"
      ),
      (
        #"{"type":"absoluteMonthly","interval":1,"dayOfMonth":31}"#, #"{"type":"noEnd"}"#,
        "2026-07-01 FREQ=MONTHLY;BYMONTHDAY=-1"
      ),
      (
        #"{"type":"relativeMonthly","interval":1,"daysOfWeek":["wednesday"],"index":"first"}"#, #"{"type":"noEnd"}"#,
        "2026-07-01 FREQ=MONTHLY;BYDAY=1WE"
      ),
      (
        #"{"type":"absoluteYearly","interval":1,"month":7,"dayOfMonth":1}"#, #"{"type":"noEnd"}"#,
        "2026-07-01 FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1"
      ),
      (#"{"type":"daily","interval":1}"#, #"{"type":"numbered","numberOfOccurrences":9}"#, ""),
    ] as [(String, String, String)])
  func `recurrences are read`(pattern: String, range: String, repeats: String) throws {
    let file = try importing(
      Self.list(
        #","dueDateTime":{"dateTime":"2026-07-01T00:00:00","timeZone":"UTC"},"recurrence":{"pattern":\#(pattern),"range":\#(range)}"#
      ))
    #expect(file.tasks.map { $0[.repeats] } == [repeats])
    #expect(file.remarked == (repeats.isEmpty ? ["rule: RRULE:FREQ=DAILY;COUNT=9"] : []))
  }

  @Test(arguments: ["completed", "waitingOnOthers", "deferred", "inProgress"])
  func `states are read`(state: String) throws {
    let json = Self.list(#","completedDateTime":{"dateTime":"2026-02-01T00:00:00.0000000","timeZone":"UTC"}"#)
    let file = try importing(json.replacing("notStarted", with: state))
    #expect(iso(file.tasks[0].completed) == (state == "completed" ? "2026-02-01T00:00:00Z" : nil))
    #expect(
      file.remarked == [
        "waitingOnOthers": ["state: waiting on others"], "deferred": ["state: deferred"],
        "inProgress": ["state: in progress"],
      ][state] ?? [])
  }

  @Test func `a midnight of another zone is a day there`() throws {
    let file = try importing(
      Self.list(#","dueDateTime":{"dateTime":"2026-07-01T00:00:00","timeZone":"Pacific Standard Time"}"#))
    #expect(file.tasks.map { [$0[.due], $0[.time]] } == [["2026-07-01", ""]])
    let shifted = try importing(
      Self.list(#","dueDateTime":{"dateTime":"2026-06-30T22:00:00","timeZone":"UTC"}"#))
    #expect(shifted.tasks.map { [$0[.due], $0[.time]] } == [["2026-07-01", ""]])
  }

  @Test(arguments: [
    #"{"lists":[{"displayName":"House","tasks":[T]}]}"#, #"{"value":[{"displayName":"House","tasks":[T]}]}"#,
    #"{"displayName":"House","tasks":[T]}"#, #"{"House":[T]}"#, #"[{"title":"House","tasks":[T]}]"#,
  ])
  func `exporters nest lists in several ways`(json: String) throws {
    let file = try importing(json.replacing("T", with: Self.task(""), maxReplacements: 1))
    #expect(file.format == .microsoftToDo)
    #expect(file.lists.map(\.name) == ["House"])
    #expect(file.titles == ["Paint"])
  }

  @Test(arguments: ["[T]", #"{"value":[T],"@odata.context":"x"}"#])
  func `tasks without a list are read`(json: String) throws {
    let file = try importing(Array(json.replacing("T", with: Self.task("")).utf8), name: "Tasks.json")
    #expect(file.lists.map(\.name) == ["Tasks"])
    #expect(file.titles == ["Paint"])
  }
}
