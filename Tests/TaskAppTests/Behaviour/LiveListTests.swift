import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// The page of a list that is kept up to date, read by a member while its owner changes the list.
@Suite(.timeLimit(.minutes(20))) struct LiveListTests {
  /// The owner, and the member with the open page.
  private let world, ben: World
  private let list: ListID
  private let tasks: [TaskID]

  init() async throws {
    world = try await World()
    ben = try await world.another("Ben")
    list = try await world.makeList("Shopping")
    tasks = try await world.add("Oats", "Milk", to: list)
    try await world.mine.invite(Username(validating: "Ben"), as: .editor, to: list)
    let offer = try #require(try await ben.mine.offers().first)
    try await ben.mine.accept(offer.id)
  }

  private var address: String { "/lists/\(list)?live" }

  private func stage(_ page: Streamed) -> String {
    page.text.components(separatedBy: "<div class=\"live leading\"").last ?? ""
  }

  @Test func `ticks, additions, edits and deletions of another member arrive in the open page`() async throws {
    let page = Streamed(ben, address)
    await page.shows("Up to date today at 15:00")
    #expect(stage(page).contains("data-region=\"tasks\" data-screen=\"tasks\" data-state=\"content\""))
    try await world.mine.complete(tasks[0])
    await page.shows("data-region=\"completed\"")
    try await world.add("Honey", to: list)
    await page.shows("Honey")
    try await world.mine.setDue(tasks[1], to: Samples.today)
    await page.shows("datetime=\"\(Samples.today.iso)\"")
    try await world.mine.deleteTask(tasks[1])
    try await eventually { !stage(page).contains("Milk") }
    await page.leave()
  }

  @Test func `the field stays outside of what is replaced, and what a menu opens is named anew`() async throws {
    let page = Streamed(ben, address)
    await page.shows("Up to date")
    try await world.mine.complete(tasks[0])
    await page.shows("data-region=\"completed\"")
    #expect(page.text.components(separatedBy: "id=\"new-task\"").count == 2)
    #expect(!stage(page).contains("id=\"new-task\""))
    #expect(page.text.contains("<slot name=\"live-leading\"></slot><slot name=\"add\"></slot><slot name=\"live\">"))
    #expect(
      stage(page).contains("popovertarget=\"menu-\(tasks[1])-1\"") && stage(page).contains("id=\"menu-\(tasks[1])-1\""))
    #expect(stage(page).contains("popovertarget=\"list-menu-1\"") && stage(page).contains("id=\"list-menu-1\""))
    await page.leave()
  }

  @Test func `buttons of rows, the field and pages of rows lead back to the page that is kept up to date`() async throws
  {
    var form = HTTPFields.form
    form[try #require(HTTPField.Name("Referer"))] = "http://localhost\(address)"
    let ticked = try await ben.send(.post, "/tasks/\(tasks[0])/complete", form, body: "")
    #expect(ticked.location?.hasPrefix("/lists/\(list)?live&did=") == true)
    let added = try await ben.send(.post, "/lists/\(list)/tasks", form, body: "title=Honey&version=1")
    #expect(added.location?.hasPrefix("/lists/\(list)?live&did=") == true)
    #expect(added.location?.hasSuffix("#new-task") == true)
    let undo = try #require(added.location?.firstMatch(of: /did=(\d+)/))
    let undone = try await ben.send(.post, "/changes/\(undo.1)/undo", form, body: "")
    #expect(undone.location?.hasPrefix("/lists/\(list)?live&") == true)
    // The full menu of a row has fields, so nothing is replaced while it is open.
    let menu = try await ben.get("/lists/\(list)?live&menu=\(tasks[1])")
    #expect(!menu.body.contains("class=\"more\"><span>"))
    #expect(menu.body.contains("href=\"/lists/\(list)?live#task-\(tasks[1])\""))
  }

  @Test func `a member who is removed sees nothing more, at once`() async throws {
    let page = Streamed(ben, address)
    await page.shows("Up to date")
    try await world.mine.remove(ben.account, from: list)
    let (status, _) = try await page.end()
    #expect(status == .ok)
    let last = page.text.components(separatedBy: "<div class=\"live last\"").last ?? ""
    #expect(last.contains("data-state=\"failed\" data-reason=\"not-found\""))
    #expect(!last.contains("Oats") && !last.contains("http-equiv"))
  }

  @Test(arguments: [SessionEnd.revoked, .signedOut])
  func `when its session ends, the gate takes the place of the page`(_ end: SessionEnd) async throws {
    let page = Streamed(ben, address)
    await page.shows("Up to date")
    let session = try #require(try await ben.mine.sessions().first).id
    try await ben.mine.endSession(session, as: end)
    _ = try await page.end()
    let last = page.text.components(separatedBy: "<div class=\"live last\"").last ?? ""
    #expect(last.contains("data-state=\"signed-out\"") && last.contains("name=\"password\""))
    #expect(last.contains("value=\"\(address)\""))
    #expect(!last.contains("Oats") && last.contains("<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">"))
  }

  @Test func `as many as may be open count together with pages by link, and the next one is sent once`() async throws {
    let open = (0..<8).map { _ in Streamed(ben, address) }
    for page in open { await page.shows("Up to date") }
    let ninth = Streamed(ben, address)
    _ = try await ninth.end()
    #expect(ninth.text.contains("Too many pages are open") && ninth.text.contains("as of today at 15:00"))
    // The owner has an account of their own.
    let other = Streamed(world, address)
    await other.shows("Up to date")
    for page in open + [other] { await page.leave() }
  }

  @Test func `other clients get the page once, prefetches get none, and a demo offers none`() async throws {
    let once = try await ben.get(address)
    #expect(once.status == .ok && once.body.contains("as of today at 15:00"))
    #expect(once.body.contains("href=\"\(address)\"") && !once.body.contains("class=\"live"))
    let prefetch = try await ben.get(address, [.secPurpose: "prefetch", .secFetchDest: "document"])
    #expect(prefetch.status == .serviceUnavailable)
    var settings = TaskApp.Settings.test
    settings.demo = DemoAccount(name: "Ann", password: "demo")
    let demo = try world.over(world.store, settings)
    let page = Streamed(demo, address)
    let (status, _) = try await page.end()
    #expect(status == .ok && !page.text.contains("Keep up to date") && !page.text.contains("Up to date"))
  }

  @Test func `it is offered in the menu, and not where boxes are ticked or tasks are chosen`() async throws {
    let plain = try await ben.page("/lists/\(list)")
    #expect(plain.all("a").contains { $0["href"] == address && $0.text == "Keep up to date" })
    for mode in ["&select", "&arrange", "&rename"] {
      let page = Streamed(ben, address + mode)
      _ = try await page.end()
      #expect(!page.text.contains("class=\"live"))
    }
    try await ben.mine.setPreferences(ListPreferences(adds: .bottom, order: .hand, layout: .ticks), of: list)
    let page = Streamed(ben, address)
    _ = try await page.end()
    #expect(!page.text.contains("class=\"live") && !page.text.contains("up to date"))
  }

  @Test func `who may only read a list has it without the field`() async throws {
    try await world.mine.setRole(.viewer, of: ben.account, in: list)
    let page = Streamed(ben, address)
    await page.shows("Up to date")
    #expect(page.text.contains("</div>") && !page.text.contains("live leading"))
    try await world.mine.complete(tasks[0])
    await page.shows("data-region=\"completed\"")
    await page.leave()
  }
}
