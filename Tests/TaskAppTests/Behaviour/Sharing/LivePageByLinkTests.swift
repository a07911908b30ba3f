import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

@Suite(.timeLimit(.minutes(20))) struct LivePageByLinkTests {
  private let world: World
  private let list: ListID
  private let tasks: [TaskID]
  private let secret = LinkSecret()

  init() async throws {
    world = try await World()
    list = try await world.makeList("Shopping")
    tasks = try await world.add("Oats", "Milk", to: list)
    try await world.mine.makePage(
      of: list, named: ListName(stored: "Tablet"), takesTicks: true, days: 30, digest: secret.digest,
      submission: .fresh()
    )
  }

  private var address: String { "/p/\(secret)" }

  /// The newest stage of an open page.
  private func stage(_ page: Streamed) -> String { page.text.components(separatedBy: "<div class=\"live").last ?? "" }

  @Test func `a page that is kept up to date shows each change of its list, whoever makes it`() async throws {
    let fridge = Streamed(world, "\(address)?live")
    await fridge.shows("Up to date today at 15:00")
    #expect(stage(fridge).contains("Oats"))
    try await world.mine.complete(tasks[0], on: Samples.today)
    await fridge.shows("id=\"done-tasks\"")
    let ticked = try await world.showing(nil).send(.post, "\(address)?live", .form, body: "ticks=\(tasks[1])")
    #expect(ticked.status == .seeOther)
    #expect(ticked.location == "\(address)?live#task-\(tasks[1])")
    await fridge.shows("Nothing left to do")
    // Another list of the account concerns it, but shows nothing new.
    let before = fridge.text
    let other = try await world.makeList("Other")
    try await world.add("Paint", to: other)
    try await world.add("Honey", to: list)
    await fridge.shows("Honey")
    #expect(fridge.text.dropFirst(before.count).components(separatedBy: "<div class=\"live\"").count == 2)
    #expect(!fridge.text.contains("Paint") && !fridge.text.contains("Ann"))
    await fridge.leave()
  }

  @Test func `two pages of one name have each their own ticks, and rows tell where one was made`() async throws {
    let other = LinkSecret()
    try await world.mine.makePage(
      of: list, named: ListName(stored: "Tablet"), takesTicks: true, days: 30, digest: other.digest,
      submission: .fresh())
    func ticks() async throws -> [Int] { try await world.mine.sharing(of: list).pages.map(\.ticks) }
    _ = try await world.showing(nil).send(.post, address, .form, body: "ticks=\(tasks[0])")
    #expect(try await ticks() == [0, 1])
    _ = try await world.showing(nil).send(.post, "/p/\(other)", .form, body: "ticks=\(tasks[1])")
    #expect(try await ticks() == [1, 1])
    let pages = try await world.mine.sharing(of: list).pages
    _ = try await world.mine.undoTicks(of: pages[0].id)
    #expect(try await ticks() == [0, 1])
    #expect(try await world.mine.openTasks(in: list).map(\.title) == ["Milk"])
    let completed = try await world.page("/lists/\(list)").region("completed")
    #expect(completed?.text.contains("ticked on \u{2068}Tablet\u{2069}") == true)
    // The history tells it when the page is gone, too.
    for page in pages { try await world.mine.end(page.id) }
    try await world.store.purge(deletedBefore: .distantFuture)
    #expect(try await world.page("/lists/\(list)/history").text.contains("by ↗ Tablet"))
  }

  @Test func `a page that is ended says so at once where it is open`() async throws {
    let fridge = Streamed(world, "\(address)?live")
    await fridge.shows("Up to date")
    let page = try #require(try await world.mine.sharing(of: list).pages.first)
    try await world.mine.end(page.id)
    let (status, _) = try await fridge.end()
    #expect(status == .ok)
    #expect(stage(fridge).contains("data-reason=\"page-gone\"") && !stage(fridge).contains("Oats"))
    #expect(!fridge.text.contains("http-equiv=\"refresh\""))
  }

  @Test func `a ninth page of an account is sent once, says why, and is kept up to date when another has left`()
    async throws
  {
    let open = (0..<8).map { _ in Streamed(world, "\(address)?live") }
    for page in open { await page.shows("Up to date") }
    let (_, ninth) = try await Streamed(world, "\(address)?live").end()
    #expect(ninth.text.contains("Too many pages are open"))
    #expect(ninth.text.contains("as of today at 15:00"))
    await open[0].leave()
    try await eventually {
      let next = Streamed(world, "\(address)?live")
      await next.shows("today at 15:00")
      defer { Task { await next.leave() } }
      return next.text.contains("Up to date")
    }
    for page in open { await page.leave() }
  }

  @Test func `without the parameter, and for other clients, the page is sent once`() async throws {
    let page = Streamed(world, address)
    let (_, once) = try await page.end()
    #expect(once.text.contains("as of today at 15:00"))
    #expect(page.text.contains("href=\"\(address)?live\""))
    let whole = try await world.showing(nil).get("\(address)?live")
    #expect(whole.status == .ok && whole.body.contains("Oats"))
  }

  @Test func `a page is open for a day: renewed each hour, up to date each minute, without a place that stays taken`()
    async throws
  {
    let clock = ManualClock()
    let world = try await World(clock: clock)
    let list = try await world.makeList("Shopping")
    let tasks = try await world.add("Oats", to: list)
    let secret = LinkSecret()
    try await world.mine.makePage(
      of: list, named: ListName(stored: "Tablet"), takesTicks: true, days: 30, digest: secret.digest,
      submission: .fresh())
    for hour in 0..<24 {
      let fridge = Streamed(world, "/p/\(secret)?live")
      await fridge.shows("Up to date today at")
      for minute in 1..<60 {
        world.time.advance(by: .seconds(60))
        clock.advance(by: .seconds(60))
        await fridge.shows("today at \(TimeOfDay(of: world.time.now, in: .gmt))")
        guard minute == 30 else { continue }
        if hour.isMultiple(of: 2) {
          try await world.mine.complete(tasks[0], on: Samples.today)
        } else {
          try await world.mine.reopen(tasks[0])
        }
        await fridge.shows(hour.isMultiple(of: 2) ? "id=\"done-tasks\"" : "id=\"open-tasks\"")
      }
      world.time.advance(by: .seconds(60))
      clock.advance(by: .seconds(60))
      let (status, _) = try await fridge.end()
      #expect(status == .ok)
      // The browser requests it again at once.
      #expect(fridge.text.contains("http-equiv=\"refresh\" content=\"0"))
      // Only what has changed is sent again.
      #expect(fridge.text.components(separatedBy: "<div class=\"live\"").count == 3)
      #expect(fridge.text.utf8.count < 60_000)
    }
    // A ninth page of the account would not be kept up to date.
    let open = (0..<8).map { _ in Streamed(world, "/p/\(secret)?live") }
    for page in open { await page.shows("Up to date") }
    for page in open { await page.leave() }
  }
}
