import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// The follow flow mounted twice, in a flow that another mounts twice.
private struct Choirs<Following: PageFlow>: PageFlow
where Following.Step == FollowStep, Following.Finish == FollowFlow.Finish, Following.Request == SignedInRequest {
  enum Step: Hashable, Sendable { case first(FollowStep), second(FollowStep), done(ListID) }
  enum Event: Hashable, Sendable { case followed(FollowFlow.Finish) }
  let following: Following

  static var addresses: StepAddresses<Step> {
    StepAddresses {
      Mount(
        "/choirs/one", { $0.following }, step: { .first($0) }, finish: { .followed($0) }, request: { $0.sending($1) })
      Mount("/choirs/two", { $0.following }) {
        .second($0)
      } finish: {
        .followed($0)
      } request: {
        $0.sending($1)
      }
      StepAddress("/choirs/done/{id}", .segment) { .done($0) }
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) -> Event? { nil }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
    switch event {
    case .followed(.list(let list, _)): .show(.done(list))
    }
  }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    try await mountedPage(at: step, for: request)
  }
}

/// The choirs of two towns: a flow in a flow in a flow.
private struct Towns: PageFlow {
  enum Step: Hashable, Sendable { case north(Choirs<FollowFlow>.Step), south(Choirs<FollowFlow>.Step) }
  typealias Event = Step

  static let addresses = StepAddresses<Step> {
    Mount("/north", { _ in Choirs(following: FollowFlow()) }) {
      .north($0)
    } request: {
      $0.sending($1)
    }
    Mount("/south", Choirs(following: FollowFlow())) { .south($0) }
  }

  func redirect(at step: Step, for request: SignedInRequest) -> Event? { nil }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    try await mountedPage(at: step, for: request)
  }
}

/// The app's own flow, mounted twice.
private struct Poles: PageFlow {
  enum Step: Hashable, Sendable { case north(TaskStep), south(TaskStep) }
  typealias Event = Step

  static let addresses = StepAddresses<Step> {
    Mount("/north", { _ in TaskFlow() }) {
      .north($0)
    } request: {
      $0.sending($1)
    }
    Mount("/south", { _ in TaskFlow() }) {
      .south($0)
    } request: {
      $0.sending($1)
    }
  }

  func redirect(at step: Step, for request: SignedInRequest) -> Event? { nil }

  func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
    try await mountedPage(at: step, for: request)
  }
}

/// Two doors, each with the sign-in flow.
private struct Doors: PageFlow {
  enum Step: Hashable, Sendable { case front(SignInStep), back(SignInStep), inside }
  enum Event: Hashable, Sendable { case finished(SignInFlow.Finish) }

  static let addresses = StepAddresses<Step> {
    Mount("/doors/front", { _ in SignInFlow() }) {
      .front($0)
    } finish: {
      .finished($0)
    } request: {
      SignInRequest(anonymous: $0, intents: $1)
    }
    Mount("/doors/back", { _ in SignInFlow() }) {
      .back($0)
    } finish: {
      .finished($0)
    } request: {
      SignInRequest(anonymous: $0, intents: $1)
    }
    StepAddress("/doors", .inside)
  }

  func redirect(at step: Step, for request: AnonymousRequest) -> Event? { nil }

  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> { .show(.inside) }

  func page(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Page {
    try await mountedPage(at: step, for: request)
  }
}

/// Flows that are mounted twice by others than the app's, at other addresses.
final class MountedTwiceTests: WorldTests {
  /// The links and forms of a step's page, of the screens alone.
  private func links<F: PageFlow>(
    of flow: F, at address: String, _ request: some AppRequest, as known: F.Request
  ) async throws -> [String] {
    let step = try #require(F.addresses.step(at: address))
    let response = await request.page { () async throws(Failure) in try await flow.presentedPage(at: step, for: known) }
    let main = try #require(try await Answer(response).page.first("main"))
    return main.everything.flatMap { [$0["href"], $0["action"], $0["formaction"]] }.compactMap { $0 }
      // Links of the app's frame, which templates print by name.
      .filter { $0.hasPrefix("/") && !TaskFlow.links.values.contains($0) }
  }

  @Test(arguments: ["one", "two"])
  func `each has its own addresses, and its pages link to no others`(root: String) async throws {
    let source = try await world.draft("https://choir.example/tasks.ics", .choir)
    for path in ["new", "\(source)", "\(source)/address", "\(source)/name"] {
      for town in ["", "/north", "/south"] {
        let address = "\(town)/choirs/\(root)/\(path)"
        let request = try await world.request(at: address)
        let links =
          town.isEmpty
          ? try await links(of: Choirs(following: FollowFlow()), at: address, request, as: request)
          : try await links(of: Towns(), at: address, request, as: request)
        let inner = links.filter { $0.contains("/choirs/") }
        #expect(!inner.isEmpty && inner.allSatisfy { $0.hasPrefix("\(town)/choirs/\(root)") }, "\(address): \(links)")
        #expect(!links.contains { $0.hasPrefix("/remote") }, "\(address): \(links)")
      }
    }
  }

  @Test func `a form redirects to the next step of the flow that mounts it`() async throws {
    let source = try await world.draft("https://choir.example/tasks.ics", .choir)
    let form = FollowForm.source(source, .tryAgain)
    let signedIn = try await world.request(at: "/choirs/two/\(source)/refresh")
    let choirs = Choirs(following: FollowFlow())
    for (intents, next) in [
      (choirs.intents(at: .second(.form(form))), "/choirs/two/\(source)"),
      (Towns().intents(at: .north(.first(.form(form)))), "/north/choirs/one/\(source)"),
    ] {
      let response = try await form.response(
        to: try FormBody([UInt8](), reads: FormField.isKnown), from: signedIn.sending(intents))
      #expect(response.headers[.location] == next)
    }
    let named = FollowEvent.named(ListID(5), nil)
    #expect(Towns().intents(at: .north(.first(.name(source)))).address(of: named).text == "/north/choirs/done/5")
  }

  @Test func `an event that has happened leads on where the flow is mounted`() async throws {
    let (list, source) = try await world.follow("https://choir.example/tasks.ics")
    let address = "/south/choirs/two/\(source)"
    let step = try #require(Towns.addresses.step(at: address))
    let response = try await Towns().mountedRedirect(at: step, for: try await world.request(at: address))
    #expect(response?.headers[.location] == "/south/choirs/done/\(list)")
  }

  @Test(arguments: ["front", "back"])
  func `each door has its own addresses, and leads inside`(root: String) async throws {
    var settings = TaskApp.Settings.test
    settings.signUp = .open
    let world = try await World(settings)
    for path in ["sign-in", "sign-up", "set-up"] {
      let address = "/doors/\(root)/\(path)"
      let request = try world.anonymousRequest(at: address)
      let links = try await links(of: Doors(), at: address, request, as: request)
      #expect(!links.isEmpty && links.allSatisfy { $0 == "/doors" || $0.hasPrefix("/doors/\(root)") }, "\(links)")
    }
    #expect(Doors().intents(at: .back(.form(.signOut))).address(of: SignInEvent.signedOut).text == "/doors")
  }

  @Test(arguments: ["north", "south"])
  func `the app's own flow has its addresses below each of two paths`(root: String) async throws {
    let list = try await world.makeList()
    try await world.add("Milk", "Bread", to: list)
    let steps: [TaskStep] = [
      .today(), .overview(), .list(list), .list(list, .arranging()), .list(list, .selecting),
      .search(SearchParameters()),
      .history(list), .trash(), .tags(), .settings, .settings(.apps), .follow(.address(nil)), .importing(.file),
    ]
    for step in steps {
      let address = "/\(root)\(step.text)"
      let request = try await world.request(at: address)
      let links = try await links(of: Poles(), at: address, request, as: request)
      #expect(links.allSatisfy { $0.hasPrefix("/\(root)/") }, "\(step): \(links)")
    }
    let deleted = try await world.request(at: "/\(root)/lists/\(list)/delete")
      .sending(Poles().intents(at: root == "north" ? .north(.list(list)) : .south(.list(list))))
    #expect(await deleted.redirect(after: .deletedList(nil), at: .list(list)).headers[.location] == "/\(root)/lists")
  }

  /// The steps of following a list in another order: only the transitions change; pages, screens, templates and addresses stay.
  struct NameFirst: PageFlow {
    static let addresses = FollowFlow.addresses
    static let intents = FollowFlow.intents
    let follow = FollowFlow()

    /// The name is before the preview, which is one link away from it.
    func after(_ event: FollowEvent, at step: FollowStep) -> Outcome<FollowStep, FollowFlow.Finish> {
      switch (event, step) {
      case (.gaveAddress(let source), _): .show(.name(source))
      case (.wants(.goBack), .name(let source)): .show(.preview(source))
      case _: follow.after(event, at: step)
      }
    }

    func redirect(at step: FollowStep, for request: SignedInRequest) async throws(Failure) -> FollowEvent? {
      try await follow.redirect(at: step, for: request)
    }

    func page(at step: FollowStep, for request: SignedInRequest) async throws(Failure) -> Page {
      try await follow.page(at: step, for: request)
    }
  }

  @Test func `steps in another order are one changed function`() async throws {
    let source = try await world.draft("https://choir.example/tasks.ics", .choir)
    let choirs = Choirs(following: NameFirst())
    let given = choirs.intents(at: .first(.form(.begin))).redirect(after: FollowEvent.gaveAddress(source))
    #expect(given.headers[.location] == "/choirs/one/\(source)/name")
    let address = "/choirs/one/\(source)/name"
    let request = try await world.request(at: address)
    #expect(try await links(of: choirs, at: address, request, as: request).contains("/choirs/one/\(source)"))
  }
}

extension World {
  /// A request before authentication, as the app's own pages get it.
  func anonymousRequest(at address: String) throws -> AnonymousRequest {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address)
    head.headerFields[.cookie] = cookie
    var context = AppContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    context.client = Client(head, peer: try SocketAddress(ipAddress: "127.0.0.1", port: 0), proxies: .none)
    return AnonymousRequest(
      app: app, http: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
  }

  /// A signed-in request as the app's own pages get it.
  func request(at address: String) async throws -> SignedInRequest {
    let anonymous = try anonymousRequest(at: address)
    guard case .granted(let reader) = try await anonymous.access() else { throw Failure(.internal) }
    return SignedInRequest(anonymous: anonymous, reader: reader)
  }
}
