import HTTPTypes
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

struct FollowFlowTests {
  private static let source = SourceID(4)
  private static let list = ListID(5)
  private static let change = ChangeID(3)

  @Test(arguments: [
    (FollowFlow.Step.address(nil), FollowFlow.Event.gaveAddress(source), FollowFlow.Step.preview(source)),
    (.address(source), .gaveAddress(source), .preview(source)),
    (.preview(source), .wantsAnotherAddress, .address(source)),
    (.preview(source), .triedAgain, .preview(source)),
    (.preview(source), .accepted, .name(source)),
    (.name(source), .wentBack, .preview(source)),
    (.name(source), .wantsAnotherAddress, .address(source)),
    (.address(source), .wentBack, .preview(source)),
    (.preview(source), .foundLists(source), .lists(source)),
    (.lists(source), .choseList(source), .preview(source)),
    (.lists(source), .wantsAnotherAddress, .address(source)),
    (.lists(source), .triedAgain, .preview(source)),
  ])
  func `each step leads on and back`(_ step: FollowFlow.Step, _ event: FollowFlow.Event, _ next: FollowFlow.Step) {
    #expect(FollowFlow().after(event, at: step) == .show(next))
  }

  @Test(arguments: [FollowFlow.Step.address(nil), .address(source), .lists(source), .preview(source), .name(source)])
  func `the flow ends at the list, whichever way that was made`(_ step: FollowFlow.Step) {
    let flow = FollowFlow()
    #expect(flow.after(.named(Self.list, Self.change), at: step) == .finish(.list(Self.list, did: Self.change)))
    #expect(flow.after(.gaveAddressOf(Self.list), at: step) == .finish(.list(Self.list, did: nil)))
    #expect(
      flow.after(.changedAddress(of: Self.list, Self.change), at: step) == .finish(.list(Self.list, did: Self.change)))
  }

  @Test(arguments: [
    (FollowFlow.Step.address(nil), FollowFlow.Event.accepted), (.address(nil), .wentBack),
    (.address(source), .triedAgain),
    (.name(source), .accepted), (.preview(source), .wentBack), (.name(source), .triedAgain),
    (.lists(source), .accepted), (.lists(source), .wentBack),
  ])
  func `an event without meaning at a step shows it again`(_ step: FollowFlow.Step, _ event: FollowFlow.Event) {
    #expect(FollowFlow().after(event, at: step) == .show(step))
  }
}

struct ImportFlowTests {
  private static let upload = UploadID(4)
  private static let other = UploadID(5)
  private static let steps: [ImportFlow.Step] = [.file, .text(upload), .preview(upload), .result(upload)]

  @Test(arguments: steps)
  func `each event leads to its step from everywhere`(_ step: ImportFlow.Step) {
    let flow = ImportFlow()
    #expect(flow.after(.gaveFile(Self.other), at: step) == .show(.preview(Self.other)))
    #expect(flow.after(.isWaiting(Self.other), at: step) == .show(.preview(Self.other)))
    #expect(flow.after(.wantsAnotherFile, at: step) == .show(.file))
    #expect(flow.after(.wantsToChangeText(Self.other), at: step) == .show(.text(Self.other)))
    #expect(flow.after(.started(Self.other), at: step) == .show(.result(Self.other)))
    #expect(flow.after(.cancelled, at: step) == .finish(.cancelled))
  }

  @Test func `the app shows its lists when the flow is left`() {
    let flow = TaskFlow(follow: FollowFlow(), moving: ImportFlow())
    #expect(flow.after(.importing(.cancelled), at: .importing(.file)) == .show(.overview()))
    #expect(flow.after(.importing(.cancelled), at: .today()) == .show(.today()), "not in the flow")
  }
}

/// The steps of following a list in another order: only the transitions change; pages, screens, templates and addresses stay.
struct NameFirstTests {
  /// The name is before the preview, which is one link away from it.
  struct NameFirst: PageFlow {
    static let addresses = FollowFlow.addresses
    let follow = FollowFlow()

    func after(_ event: FollowFlow.Event, at step: FollowFlow.Step) -> Outcome<FollowFlow.Step, FollowFlow.Finish> {
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

  private func world(_ flow: FollowFlow.Mounted) async throws -> World {
    var settings = TaskApp.Settings.test
    settings.follow = flow
    let world = try await World(settings)
    world.elsewhere.answer(World.choir, .came(.choir))
    return world
  }

  @Test func `the name is first, and the preview links back to it`() async throws {
    let world = try await world(NameFirst())
    let begun = try await world.press(world.form("/remote", at: "/remote/new"), typing: ["url": World.choir])
    #expect(begun.location == "/remote/1/name")
    let naming = try await world.follow(begun).page
    #expect(naming.all { $0["aria-current"] == "step" }.map(\.text) == ["Name"])

    let back = try #require(naming.first { $0.name == "a" && $0["href"] == "/remote/1" })
    let preview = try await world.page(#require(back["href"]))
    #expect(preview.titles("preview").first == "Bring the folders")
    #expect(preview.region("preview")?.all("a").compactMap { $0["href"] } == ["/remote/1/name", "/remote/1/address"])

    let named = try await world.press(world.form(at: "/remote/1/name"), typing: ["name": "Choir"])
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
    let begun = try await world.press(world.form("/remote", at: "/remote/new"), typing: ["url": World.choir])
    #expect(begun.location == "/remote/1")
  }
}
