import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// What the pages of a followed list show of its file.
final class ReadingTests: WorldTests {
  @Test func `a calendar of events is distinguished from a list without tasks`() async throws {
    let dates = ReadList(format: .iCalendar, title: "Dates", tasks: [], appointments: 3)
    let (list, _) = try await world.follow(World.choir, dates)
    let page = try await world.page("/lists/\(list)")
    #expect(page.state("tasks") == "empty/only-appointments")
    #expect(page.region("tasks")?.text.contains("choir.example has appointments, but no tasks at the moment.") == true)
    #expect(try await world.get("/lists").body.contains("has appointments, but no tasks"))
    let draft = try await world.draft("https://other.example/a.ics", dates)
    #expect(try await world.get("/remote/\(draft)").body.contains("has appointments, but no tasks"))
  }

  @Test(arguments: [
    ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"), ("FREQ=WEEKLY", "every week"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,-1", "every month on the 1st and the last day"),
    ("FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU;COUNT=4", "every 3 months on the second Tuesday, 4 times"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
    ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "every year on 3 May"),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;UNTIL=20301231", "every year on the fourth Thursday of Nov until 31 Dec 2030"),
    ("FREQ=HOURLY;INTERVAL=6", "repeats (FREQ=HOURLY;INTERVAL=6)"),
  ])
  func `a repeating task tells its rule, as written if words can't say it`(rule: String, words: String) async throws {
    let task = RemoteTask(key: "r", title: "Water the plants", recurrence: .rules(rule))
    let (list, _) = try await world.follow(World.choir, ReadList(format: .iCalendar, title: nil, tasks: [task]))
    let row = try #require(try await world.page("/lists/\(list)").row("Water the plants"))
    #expect(row.text.split(whereSeparator: \.isNewline).contains { $0 == words }, "\(row.text)")
  }

  @Test func `an untitled task can be seen and copied, a repeating one is marked, skipped ones are counted`()
    async throws
  {
    let tasks = [RemoteTask(key: "u", title: ""), RemoteTask(key: "r", title: "Water the plants", recurrence: .dates)]
    let found = ReadList(format: .iCalendar, title: nil, tasks: tasks, skipped: 1, omitted: 12)
    let (list, _) = try await world.follow(World.choir, found)
    let page = try await world.page("/lists/\(list)")
    #expect(page.row("Untitled") != nil)
    #expect(page.row("Untitled")?.text.contains("repeats") == false)
    #expect(page.row("Water the plants")?.text.contains("repeats") == true)
    let text = try #require(page.region("tasks")?.text)
    #expect(text.contains("1 item couldn’t be read. 12 completed tasks aren’t shown because the list is too long."))
    let choosing = try await world.page("/lists/\(list)?choose")
    let form = try #require(choosing.form(to: "/lists/\(list)/copy"))
    let button = try #require(form.buttons.first { $0.words == "Copy all 2 open tasks" })
    let sent = try await world.post(form.action, fields: form.fields(pressing: button, typing: ["to": ""]))
    #expect(try await world.follow(sent).page.titles() == ["Untitled", "Water the plants"])
  }
}

/// Followed lists with more tasks than a page shows, in groups and nested.
struct LongRemoteListTests {
  private func scene() async throws -> (World, ListID) {
    let world = try await World()
    let tasks = (1...120).map { RemoteTask(key: "\($0)", title: "Task \($0)", group: "Group \(($0 - 1) / 50)") }
    let done = (1...110).map { RemoteTask(key: "d\($0)", title: "Done \($0)", status: .done(nil)) }
    let list = ReadList(format: .markdown, title: nil, tasks: tasks + done)
    return (world, try await world.follow(World.choir, as: "Choir", list).list)
  }

  @Test func `open and closed tasks are paged, under their headings, and all are shown on request`() async throws {
    let (world, list) = try await scene()
    let page = try await world.page("/lists/\(list)")
    let region = try #require(page.region("tasks"))
    #expect(page.titles().count == 200 && region.all("h3").map(\.text).prefix(2) == ["Group 0", "Group 1"])
    func links(_ page: HTMLElement) -> [String] {
      page.region("tasks")?.all("nav").flatMap { $0.all("a") }.map { "\($0.text) \($0["href"] ?? "")" } ?? []
    }
    #expect(
      links(page) == [
        "Next 20 /lists/\(list)?page=2#open-tasks", "All 120 /lists/\(list)?all-open#remote-100",
        "Next 10 /lists/\(list)?done=2#done-tasks", "All 110 /lists/\(list)?all-open#remote-220",
      ])
    let all = try await world.page("/lists/\(list)?all-open")
    #expect(all.titles().count == 230 && all.element(id: "remote-100") != nil && all.element(id: "remote-220") != nil)
    let second = try await world.page("/lists/\(list)?page=2")
    #expect(Array(second.titles().prefix(20)) == (101...120).map { "Task \($0)" })
    let closed = try await world.page("/lists/\(list)?done=2")
    #expect(Array(closed.titles().suffix(10)) == (101...110).map { "Done \($0)" })
    #expect(closed.region("tasks")?.first("details")?["open"] != nil)
  }

  @Test func `the page for choosing shows all tasks, and copies those of later pages as well`() async throws {
    let (world, list) = try await scene()
    let page = try await world.page("/lists/\(list)?choose=120")
    #expect(page.all { $0["type"] == "checkbox" }.count == 230)
    let form = try #require(page.form(to: "/lists/\(list)/copy"))
    #expect(form.controls.filter { $0.name.hasPrefix("task-") }.map(\.name) == ["task-120"])
    #expect(try await world.submit(form).titles() == ["Task 120"])
  }

  @Test func `a subtask is shown under the tasks above it`() async throws {
    let world = try await World()
    let tasks = [
      RemoteTask(key: "1", title: "parent"), RemoteTask(key: "2", title: "done child", status: .done(nil), depth: 1),
      RemoteTask(key: "3", title: "grandchild", depth: 2), RemoteTask(key: "4", title: "child", depth: 1),
    ]
    let list = try await world.follow(World.choir, as: "Choir", ReadList(format: .iCalendar, title: nil, tasks: tasks))
      .list
    let page = try await world.page("/lists/\(list)")
    let depths = ["parent", "done child", "grandchild", "child"].map { page.row($0)?["class"] ?? "" }
    #expect(depths == ["0", "0 done", "1", "1"].map { "task-row remote-row depth-\($0)" })
  }
}
