import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// A followed list's tasks are read-only; everything else works as with any list.
struct ReadOnlyTests {
  private let world: World
  private let list: ListID
  private let source: SourceID

  init() async throws {
    world = try await World()
    (list, source) = try await world.follow(World.choir, as: "Choir", .choir)
  }

  @Test func `the page says that it is read-only, and offers no way to add or change a task`() async throws {
    let page = try await world.page("/lists/\(list)")
    #expect(page.region("tasks")?.text.contains("Read-only ·") == true)
    #expect(page.form(to: "/lists/\(list)/tasks") == nil && page.element(id: "new-task") == nil)
    #expect(page.forms.map(\.action).allSatisfy { !$0.hasPrefix("/tasks/") })
    #expect(page.region("tasks")?.forms.isEmpty == true)
  }

  @Test func `no form can add a task to it`() async throws {
    for fields in [[("title", "mine")], [("titles", "mine\nmore")]] {
      let answer = try await world.post("/lists/\(list)/tasks", fields: fields)
      #expect(answer.status == .forbidden)
      #expect(try answer.page.state("page") == "failed/forbidden")
      #expect(answer.body.contains("mine"), "what was typed is not lost")
    }
    #expect(try await world.post("/lists/\(list)/clear-completed").status == .forbidden)
    #expect(try await world.page("/lists/\(list)").titles().contains("mine") == false)
  }

  @Test func `no task can be moved there: the choice lacks it, and a form that names it is refused`() async throws {
    let own = try await world.makeList("House")
    let other = try await world.makeList("Garden")
    let task = try await world.add("Sweep", to: own)[0]
    let page = try await world.page("/tasks/\(task)")
    let choices = page.all { $0["name"] == "list" }.flatMap { $0.name == "select" ? $0.all("option") : [$0] }
    #expect(Set(choices.compactMap { $0["value"] }) == ["\(own)", "\(other)"])
    let version = try await world.version(of: task)
    let answer = try await world.post(
      "/tasks/\(task)", ["title": "Sweep", "list": "\(list)", "was-list": "\(own)", "version": "\(version)"])
    #expect([.unprocessableContent, .forbidden].contains(answer.status))
    #expect(try await world.mine.task(task).list == own)
  }

  @Test func `it is renamed, deleted and restored, and each change can be undone`() async throws {
    let form = try await world.form("/lists/\(list)", at: "/lists/\(list)?rename")
    let renamed = try await world.submit(form, typing: ["name": "Singing"])
    #expect(renamed.first("h1")?.text == "Singing" && renamed.state("tasks") == "content")
    let back = try await world.submit(renamed.notice?.undoForms.first)
    #expect(back.first("h1")?.text == "Choir")

    let deleted = try await world.submit(back.form(to: "/lists/\(list)/delete"))
    #expect(deleted.region("list-\(list)") == nil)
    #expect(try await world.get("/lists/\(list)").status == .gone)
    #expect(try await world.get("/remote/\(source)").status == .gone)
    #expect(try await world.post("/lists/\(list)/refresh").status == .gone)
    let undone = try await world.follow(world.press(deleted.notice?.undoForms.first))
    #expect(undone.status == .ok)
    #expect(try await world.page("/lists/\(list)").state("tasks") == "content")

    _ = try await world.post("/lists/\(list)/delete")
    let restored = try await world.submit(world.form("/lists/\(list)/restore", at: "/trash"))
    #expect(restored.row("Bring the folders") != nil)
    #expect(world.elsewhere.asked.isEmpty)
  }

  @Test func `an invalid name is reported on its page, above its tasks`() async throws {
    let answer = try await world.post("/lists/\(list)", ["name": "", "version": "1"])
    #expect(answer.status == .unprocessableContent)
    #expect(try answer.page.error(of: "name") != nil && answer.page.state("tasks") == "content")
  }

  @Test func `its address is changed under its copy, and undo restores the old one`() async throws {
    world.elsewhere.answer("https://new.example/", .came(.of("new")))
    world.elsewhere.answer(World.choir, .came(.of("old")))
    let page = try await world.page("/remote/\(source)/address")
    #expect(page.first("h1")?.text == "Change the address" && page.value(of: "url") == World.choir)
    #expect(page.all("a").contains { $0["href"] == "/lists/\(list)" })
    let answer = try await world.press(page.form(to: "/remote/\(source)/address"), typing: ["url": "new.example"])
    world.time.advance(by: .seconds(1))
    let landing = try await world.follow(answer).page
    #expect(landing.titles() == ["new"] && landing.text.contains("from new.example"))
    world.time.advance(by: .seconds(1))
    let undone = try await world.press(landing.notice?.undoForms.first)
    world.time.advance(by: .seconds(1))
    #expect(try await world.follow(undone).page.titles() == ["old"])
    #expect(world.elsewhere.asked.map(\.url) == ["https://new.example/", World.choir])
  }

  @Test func `the old copy stays until the new address has responded`() async throws {
    world.elsewhere.answer("https://new.example/", .failed(.noSuchHost))
    _ = try await world.post("/remote/\(source)/address", ["url": "https://new.example/"])
    let region = try #require(try await world.page("/lists/\(list)").region("tasks"))
    #expect(region["data-refresh"] == "failed" && region["data-reason"] == "no-such-host")
    #expect(region.text.contains("Bring the folders"))
  }

  @Test func `its history has changes of the list and of its source`() async throws {
    let before = try await world.page("/lists/\(list)/history")
    #expect(before.state("history") == "content" && before.state("source-log") == "content")
    #expect(before.region("source-log")?.text.contains("5 tasks received. 3 open.") == true)
    for _ in 0..<3 {
      world.elsewhere.answer(World.choir, .failed(.refused))
      _ = try await world.refresh(list)
    }
    world.elsewhere.answer(World.choir, .came(.nothing))
    _ = try await world.refresh(list)
    let history = try await world.page("/lists/\(list)/history")
    let rows = try #require(history.region("source-log")).all("li").map(\.text)
    #expect(rows.count == 3)
    #expect(rows[0].contains("had no tasks") && rows[1].contains("3 times") && rows[2].contains("5 tasks received"))
    let own = try await world.makeList("House")
    #expect(try await world.page("/lists/\(own)/history").region("source-log") == nil)
  }
}

/// The page of a task of a followed list, in each of its states.
final class FollowedTaskTests: WorldTests {
  private static let task = RemoteTask(
    key: "a/b c", title: "Bring the folders", notes: "The blue ones.", due: .day(Day(iso: "2026-12-12") ?? .first),
    priority: .high, status: .open(percent: 40), group: "Concert", tags: ["stage"])

  private static func list(_ tasks: RemoteTask...) -> ReadList {
    ReadList(format: .iCalendar, title: nil, tasks: tasks)
  }

  @Test func `the title of a row leads to all fields of the task, and its copy to the list`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(.init(key: "x", title: "Other"), Self.task))
    let row = try #require(try await world.page("/lists/\(list)").element(id: "remote-2"))
    let link = try #require(row.first("a")?["href"])
    #expect(link == "/lists/\(list)/task?key=a%2Fb%20c")
    let answer = try await world.get(link)
    #expect(answer.status == .ok && answer.headers[.eTag] != nil)
    let region = try #require(try answer.page.region("task"))
    #expect(region.first("h2")?.text == "Bring the folders")
    #expect(region.all("dd").map(\.text) == ["40% done", "Saturday 12 Dec", "high", "Concert", "#stage "])
    #expect(region.text.contains("The blue ones.") && region.text.contains("Read-only. From choir.example."))
    #expect(region.all("form").isEmpty)
    let copying = try await world.get(try #require(region.first { $0.name == "a" && $0["class"] == "button" }?["href"]))
    let ticked = try copying.page.all("input").filter { $0["checked"] != nil }
    #expect(ticked.map { $0["value"] } == ["a/b c"])
  }

  @Test func `one that the source lacks now is gone, with the way to its list, also after a refresh`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    let address = "/lists/\(list)/task?key=a%2Fb%20c"
    world.elsewhere.answer(World.choir, .came(Self.list(.init(key: "x", title: "Other"))))
    let refreshed = try await world.post("/lists/\(list)/refresh", ["from": address])
    #expect(refreshed.location == address)
    world.time.advance(by: .seconds(1))
    // The first is still to be asked when its page begins.
    for status in [HTTPResponse.Status.ok, .gone] {
      let answer = try await world.get(address)
      #expect(answer.status == status)
      let page = try answer.page
      #expect(page.state("task") == "other/not-in-list")
      #expect(page.region("task")?.all("a").map { $0["href"] } == ["/lists/\(list)"])
    }
  }

  @Test func `a source that fails leaves the last copy, and without one tells what failed`() async throws {
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    world.elsewhere.answer(World.choir, .failed(.refused))
    let address = "/lists/\(list)/task?key=a%2Fb%20c"
    let answer = try await world.follow(try await world.post("/lists/\(list)/refresh", ["from": address]))
    world.time.advance(by: .seconds(1))
    let stale = try await world.get(address)
    #expect([answer.status, stale.status].contains(.ok))
    let region = try #require(try stale.page.region("task"))
    #expect(region["data-refresh"] == "failed" && region.first("h2")?.text == "Bring the folders")

    let (other, _) = try await world.follow("https://other.example/tasks.ics")
    world.elsewhere.answer("https://other.example/tasks.ics", .failed(.refused))
    let failed = try await world.get("/lists/\(other)/task?key=x")
    #expect(failed.status == .badGateway)
    #expect(try failed.page.state("task") == "failed/refused")
  }

  @Test func `there is none in an own list, and none without a key`() async throws {
    let own = try await world.makeList()
    let (list, _) = try await world.follow(World.choir, Self.list(Self.task))
    for address in ["/lists/\(own)/task?key=x", "/lists/\(list)/task", "/lists/\(list)/task?key="] {
      #expect(try await world.get(address).status == .notFound, "\(address)")
    }
  }
}
