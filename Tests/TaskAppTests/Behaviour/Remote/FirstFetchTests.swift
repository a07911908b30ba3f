import HTTPTypes
import Scheduling
import StatePages
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// A list that was not fetched yet.
@Suite(.timeLimit(.minutes(20))) final class FirstFetchTests: WorldTests {
  @Test func `the page is sent at once, its placeholder reports each stage, and the tasks follow`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let streamed = Streamed(world, "/lists/\(list)")
    await streamed.shows("data-placeholder-for=\"tasks\"")
    #expect(streamed.text.contains("<h1 dir=\"auto\">Choir</h1>"))
    await world.elsewhere.begun.reaches(1)
    let stages: [(FetchProgress, String)] = [
      (.connecting, "Connecting to &#8296;choir.example&#8297;…"),
      (.waiting, "Waiting for &#8296;choir.example&#8297; to answer…"), (.received(bytes: 340_000), "340 KB received…"),
      (.reading(items: 1_200), "Reading 1,200 items…"), (.attempt(2, of: 3), "Trying again: attempt 2 of 3…"),
    ]
    for (progress, words) in stages {
      world.elsewhere.tell(World.choir, progress)
      await streamed.shows(words)
    }
    world.elsewhere.answer(World.choir, .came(.choir))
    let (status, page) = try await streamed.end()
    #expect(status == .ok)
    #expect(page.state("tasks") == "content" && page.row("Bring the folders") != nil)
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == "tasks" })
    #expect(placeholder["data-state"] == "loading" && placeholder["aria-busy"] == "true")
    #expect(placeholder.first { $0["role"] == "status" } != nil)
    #expect(page.all { $0["data-region"] == "tasks" }.count == 1)
  }

  @Test func `a streamed page that fails has status 200, and its region shows the failure`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let streamed = Streamed(world, "/lists/\(list)")
    await streamed.shows("data-placeholder-for=\"tasks\"")
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.answer(World.choir, .failed(.refused))
    let (status, page) = try await streamed.end()
    #expect(status == .ok && page.state("tasks") == "failed/refused")
    #expect(page.form(to: "/lists/\(list)/refresh") != nil)
  }

  @Test func `a prefetch and a HEAD request fetch nothing, and a prefetch of a due list is refused`() async throws {
    let (list, source) = try await world.follow(World.choir)
    let draft = try await world.draft("https://club.example/")
    for address in ["/lists/\(list)", "/lists", "/remote/\(draft)"] {
      let answer = try await world.get(address, [.secPurpose: "prefetch;prerender"])
      #expect(answer.status == .serviceUnavailable, "\(address)")
      #expect(answer.headers[.cacheControl] == "no-store", "\(address)")
      #expect(try await world.send(.head, address).status == .ok)
    }
    #expect(world.elsewhere.asked.isEmpty)
    #expect(try await world.mine.source(source).asked == nil)
  }

  @Test func `unreadable items are counted, and a list of nothing else is not empty`() async throws {
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.answer(World.choir, .came(ReadList(format: .iCalendar, title: nil, tasks: [], skipped: 3)))
    let page = try await world.page("/lists/\(list)")
    #expect(page.state("tasks") == "content")
    #expect(page.region("tasks")?.text.contains("3 items couldn’t be read") == true)
  }
}

/// Pages whose lists have to wait for a permit to be fetched.
@Suite(.timeLimit(.minutes(20))) struct TurnTests {
  /// A world with four fetches under way to silent sources, at a time that the test holds.
  private func busy(_ clock: ManualClock, _ patience: Pages.Patience) async throws -> (World, [Task<Answer, any Error>])
  {
    let settings = TaskApp.Settings(patience: patience, timeZone: "GMT", hasher: .quick)
    let world = try await World(settings, clock: clock)
    var others: [World] = []
    for name in ["Bob", "Cy"] {
      let account = try await world.store.addAccount(Username(validating: name), password: World.record).id
      let other = World(world, of: account)
      others.append(other.showing(try await other.signIn(account)))
    }
    var readers: [Task<Answer, any Error>] = []
    for (number, theirs) in [others[0], others[0], others[0], others[1]].enumerated() {
      let list = try await theirs.follow("https://busy.example/\(number)", as: "Busy \(number)").list
      world.elsewhere.hold("https://busy.example/\(number)")
      readers.append(Task { try await theirs.get("/lists/\(list)") })
    }
    await world.elsewhere.begun.reaches(4)
    return (world, readers)
  }

  @Test func `a list that gets no permit in time is reported, over its copy if there is one`() async throws {
    let clock = ManualClock()
    let long = Duration.seconds(10_000_000)
    let (world, readers) = try await busy(clock, .init(deadline: long, silence: long))
    let (new, source) = try await world.follow(World.choir, as: "New")
    let (stale, _) = try await world.follow("https://club.example/", as: "Stale", .club)
    world.time.advance(by: .seconds(3_600))
    let asked = [new, stale].map { list in Task { try await world.get("/lists/\(list)") } }
    await until { world.app.refresher.turns.load == (4, 2) }
    let done = Flag()
    let passing = Task {
      while !done.isSet {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    let (first, second) = (try await asked[0].value, try await asked[1].value)
    done.set()
    await passing.value
    #expect(first.status == .serviceUnavailable && second.status == .ok)
    #expect(first.headers[.eTag] == nil && second.headers[.eTag] == nil)
    #expect(try first.page.state("tasks") == "failed/no-turn")
    #expect(try first.page.region("tasks")?.text.contains("Other lists were fetched first") == true)
    #expect(try first.page.form(to: "/lists/\(new)/refresh") != nil)
    let region = try #require(try second.page.region("tasks"))
    #expect(
      region["data-state"] == "content" && region["data-refresh"] == "failed" && region["data-reason"] == "no-turn")
    #expect(region.text.contains("Mow the lawn"))
    #expect(try await world.mine.source(source).ongoingFailure == nil)
    #expect(world.elsewhere.asked.count == 4)
    world.app.endRefreshing()
    for reader in readers { _ = try await reader.value }
  }

  @Test func `a placeholder reports that others are first, and then the stages of the fetch`() async throws {
    let (world, readers) = try await busy(ManualClock(), .init(grace: .zero, minimum: .zero))
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let streamed = Streamed(world, "/lists/\(list)")
    await streamed.shows("Waiting for other lists")
    world.elsewhere.answer("https://busy.example/2", .came(.club))
    await world.elsewhere.begun.reaches(5)
    world.elsewhere.tell(World.choir, .connecting)
    await streamed.shows("Connecting to")
    world.elsewhere.answer(World.choir, .came(.choir))
    #expect(try await streamed.end().page.state("tasks") == "content")
    world.app.endRefreshing()
    for reader in readers { _ = try await reader.value }
  }
}
