import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Followed lists among the others on the overview, each in a state of its own.
@Suite(.timeLimit(.minutes(20))) final class OverviewOfRemoteListsTests: WorldTests {
  private static let slow = "https://slow.example/"
  private static let dead = "https://dead.example/"
  private static let good = "https://good.example/"

  @Test func `a silent source delays and hides no other card`() async throws {
    let world = try await World(.streaming)
    let own = try await world.makeList("House")
    try await world.add("Sweep", to: own)
    let (slow, _) = try await world.follow(Self.slow, as: "Slow")
    let (dead, _) = try await world.follow(Self.dead, as: "Dead")
    let (good, _) = try await world.follow(Self.good, as: "Good")
    world.elsewhere.hold(Self.slow)
    world.elsewhere.answer(Self.dead, .failed(.noSuchHost))
    world.elsewhere.answer(Self.good, .came(.club))
    let streamed = Streamed(world, "/lists")
    await streamed.shows("data-placeholder-for=\"list-\(slow)\"")
    await streamed.shows("Sweep")
    await streamed.shows("Mow the lawn")
    await streamed.shows("data-reason=\"no-such-host\"")
    #expect(!streamed.text.contains("data-region=\"list-\(slow)\""))
    world.elsewhere.answer(Self.slow, .came(.choir))
    let (status, page) = try await streamed.end()
    #expect(status == .ok)
    #expect(page.state("list-\(own)") == "content" && page.state("list-\(good)") == "content")
    #expect(page.state("list-\(slow)") == "content" && page.state("list-\(dead)") == "failed/no-such-host")
  }

  @Test func `in a whole page, a failed card does not make the page fail`() async throws {
    let (dead, source) = try await world.follow(Self.dead, as: "Dead")
    world.elsewhere.answer(Self.dead, .failed(.timedOut(.waiting)))
    let answer = try await world.get("/lists")
    #expect(answer.status == .ok && answer.headers[.retryAfter] == nil)
    let card = try #require(try answer.page.region("list-\(dead)"))
    #expect(card["data-state"] == "failed" && card["data-reason"] == "no-answer")
    #expect(card.all("a").contains { $0["href"] == "/remote/\(source)/address" })
  }

  @Test func `a card shows the first open tasks, their number, and their age`() async throws {
    let tasks = (1...9).map {
      RemoteTask(key: "\($0)", title: "Task \($0)", status: $0 == 2 ? .done(nil) : .open(percent: 0))
    }
    let (list, _) = try await world.follow(Self.good, as: "Good", ReadList(format: .todoTxt, title: nil, tasks: tasks))
    let card = try #require(try await world.page("/lists").region("list-\(list)"))
    #expect(card.all("li").count == CardScreen.taskCount)
    #expect(!card.text.contains("Task 2"))
    #expect(card.text.contains("\(8 - CardScreen.taskCount) more"))
    #expect(card.first { $0["class"]?.contains("count") == true }?.text.contains("8") == true, "\(card.text)")
    #expect(card.text.contains("as of 15:00") && card.text.contains("from good.example"))
    #expect(card.all("a").contains { $0["href"] == "/lists/\(list)" })
  }

  @Test func `a copy without open tasks is content, and the card says so`() async throws {
    let done = ReadList(format: .todoTxt, title: nil, tasks: [RemoteTask(key: "1", title: "Done", status: .done(nil))])
    let (list, _) = try await world.follow(Self.good, as: "Good", done)
    let card = try #require(try await world.page("/lists").region("list-\(list)"))
    #expect(card["data-state"] == "content" && card.text.contains("No open tasks"))
  }

  @Test func `retrying a card fetches only its source, and returns to the overview`() async throws {
    let (dead, _) = try await world.follow(Self.dead, as: "Dead")
    _ = try await world.follow(Self.slow, as: "Slow")
    world.elsewhere.answer(Self.dead, .failed(.refused))
    world.elsewhere.answer(Self.slow, .failed(.refused))
    let page = try await world.page("/lists")
    let form = try #require(page.region("list-\(dead)")?.forms.first { $0.action == "/lists/\(dead)/refresh" })
    world.elsewhere.answer(Self.dead, .came(.club))
    let answer = try await world.press(form)
    #expect(answer.location == "/lists")
    world.time.advance(by: .seconds(1))
    #expect(try await world.follow(answer).page.state("list-\(dead)") == "content")
    #expect(world.elsewhere.asked.map(\.url).sorted() == [Self.dead, Self.dead, Self.slow])
  }

  @Test func `lists of both kinds are put in order together, and nothing is fetched meanwhile`() async throws {
    let house = try await world.makeList("House")
    let (list, _) = try await world.follow(Self.good, as: "Good")
    let page = try await world.submit("/lists/\(list)/pick")
    #expect(page.titles("arranging") == ["House", "Good"])
    let moved = try await world.post("/lists/\(list)/move", ["before": "\(house)"])
    #expect(try await world.follow(moved).status == .ok)
    #expect(try await world.mine.lists().map(\.name) == ["Good", "House"])
    #expect(world.elsewhere.asked.isEmpty)
  }
}
