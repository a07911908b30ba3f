import HTTPTypes
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// The steps of following a list in another order: only the transitions change; pages, screens, templates and addresses stay.
struct NameFirstTests {
  /// The name is before the preview, which is one link away from it.
  struct NameFirst: PageFlow {
    static let addresses = FollowFlow.addresses
    let follow = FollowFlow()

    func after(
      _ event: FollowFlow.Event, at step: FollowFlow.Step
    ) -> Outcome<FollowFlow.Step, FollowFlow.Finish> {
      switch (event, step) {
      case (.gaveAddress(let source), _): .show(.name(source))
      case (.wentBack, .name(let source)): .show(.preview(source))
      case _: follow.after(event, at: step)
      }
    }

    func redirect(at step: FollowFlow.Step, for request: FollowRequest) async throws(Failure) -> FollowFlow.Event? {
      try await follow.redirect(at: step, for: request)
    }

    func page(at step: FollowFlow.Step, for request: FollowRequest) async throws(Failure) -> Page {
      try await follow.page(at: step, for: request)
    }
  }

  private static let url = "https://choir.example/tasks.ics"

  private func world(_ flow: FollowFlow.Mounted) async throws -> World {
    var settings = TaskApp.Settings.test
    settings.follow = flow
    let world = try await World(settings)
    world.elsewhere.answer(Self.url, .came(.choir))
    return world
  }

  @Test func `the name is first, and the preview links back to it`() async throws {
    let world = try await world(NameFirst())
    let begun = try await world.press(world.get("/remote/new").page.form(to: "/remote"), typing: ["url": Self.url])
    #expect(begun.location == "/remote/1/name")
    let naming = try await world.follow(begun).page
    #expect(naming.all { $0["aria-current"] == "step" }.map(\.text) == ["Name"])

    let back = try #require(naming.first { $0.name == "a" && $0["href"] == "/remote/1" })
    let preview = try await world.get(#require(back["href"])).page
    #expect(preview.titles("preview").first == "Bring the folders")
    #expect(preview.region("preview")?.all("a").compactMap { $0["href"] } == ["/remote/1/name", "/remote/1/address"])

    let named = try await world.press(
      world.get("/remote/1/name").page.form(to: "/remote/1/name"), typing: ["name": "Choir"])
    #expect(named.status == .seeOther)
    #expect(try await world.follow(named).page.first("h1")?.text == "Choir")
  }

  /// No source has a page, and the page for a new address has already been left.
  struct Closed: PageFlow {
    static let addresses = FollowFlow.addresses

    func after(_ event: FollowFlow.Event, at step: FollowFlow.Step) -> Outcome<FollowFlow.Step, FollowFlow.Finish> {
      .show(.preview(SourceID(8)))
    }

    func redirect(at step: FollowFlow.Step, for request: FollowRequest) async throws(Failure) -> FollowFlow.Event? {
      step == .address(nil) ? .accepted : nil
    }

    func page(at step: FollowFlow.Step, for request: FollowRequest) async throws(Failure) -> Page {
      throw Failure(.gone)
    }
  }

  @Test func `the pages and events are those of the flow that the app was given`() async throws {
    let world = try await world(Closed())
    #expect(try await world.get("/remote/new").location == "/remote/8")
    #expect(try await world.get("/remote/8").status == .gone)
  }

  @Test func `in the app's own order the preview is first`() async throws {
    let world = try await world(FollowFlow())
    let begun = try await world.press(world.get("/remote/new").page.form(to: "/remote"), typing: ["url": Self.url])
    #expect(begun.location == "/remote/1")
  }
}
