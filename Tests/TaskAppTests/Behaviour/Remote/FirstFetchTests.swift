import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// A list that was not fetched yet.
@Suite(.timeLimit(.minutes(20))) final class FirstFetchTests: WorldTests {
  private static let url = "https://choir.example/tasks.ics"

  @Test func `the page is sent at once, its placeholder reports each stage, and the tasks follow`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(Self.url)
    world.elsewhere.hold(Self.url)
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
      world.elsewhere.tell(Self.url, progress)
      await streamed.shows(words)
    }
    world.elsewhere.answer(Self.url, .came(.choir))
    let (status, page) = try await streamed.end()
    #expect(status == .ok)
    #expect(page.state("tasks") == "content" && page.row("Bring the folders") != nil)
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == "tasks" })
    #expect(placeholder["data-state"] == "loading" && placeholder["aria-busy"] == "true")
    #expect(placeholder.first { $0["role"] == "status" } != nil)
    #expect(page.all { $0["data-region"] == "tasks" }.count == 1)
  }

  @Test func `a client that does not navigate gets the page whole, with its tasks`() async throws {
    let (list, _) = try await world.follow(Self.url)
    world.elsewhere.answer(Self.url, .came(.choir))
    let answer = try await world.get("/lists/\(list)")
    #expect(answer.status == .ok)
    #expect(try answer.page.state("tasks") == "content" && answer.page.first("template") == nil)
    #expect(answer.headers[.eTag] == nil, "nobody knew what would come")
  }

  @Test func `a streamed page that fails has status 200, and its region shows the failure`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(Self.url)
    world.elsewhere.hold(Self.url)
    let streamed = Streamed(world, "/lists/\(list)")
    await streamed.shows("data-placeholder-for=\"tasks\"")
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.answer(Self.url, .failed(.refused))
    let (status, page) = try await streamed.end()
    #expect(status == .ok && page.state("tasks") == "failed/refused")
    #expect(page.form(to: "/lists/\(list)/refresh") != nil)
  }

  @Test func `a prefetch and a HEAD request fetch nothing, and a prefetch of a due list is refused`() async throws {
    let (list, source) = try await world.follow(Self.url)
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

  @Test func `a source without tasks is empty, and the page says so`() async throws {
    let (list, _) = try await world.follow(Self.url)
    world.elsewhere.answer(Self.url, .came(.nothing))
    let page = try await world.get("/lists/\(list)").page
    #expect(page.state("tasks") == "empty/source-empty")
    #expect(page.region("tasks")?.text.contains("choir.example has no tasks at the moment") == true)
    #expect(page.region("tasks")?.forms.first?.action == "/lists/\(list)/refresh")
  }

  @Test func `unreadable items are counted, and a list of nothing else is not empty`() async throws {
    let (list, _) = try await world.follow(Self.url)
    world.elsewhere.answer(Self.url, .came(ReadList(format: .iCalendar, title: nil, tasks: [], skipped: 3)))
    let page = try await world.get("/lists/\(list)").page
    #expect(page.state("tasks") == "content")
    #expect(page.region("tasks")?.text.contains("3 items couldn’t be read") == true)
  }
}
