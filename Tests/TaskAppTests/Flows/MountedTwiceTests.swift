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

/// The follow flow, the sign-in flow and the app's own, each mounted twice by another flow than the app's, at other addresses.
final class MountedTwiceTests: WorldTests {
  struct Choirs: PageFlow {
    enum Step: Hashable, Sendable { case first(FollowFlow.Step), second(FollowFlow.Step), done(ListID) }
    enum Event: Sendable { case following(FollowFlow.Event) }
    enum Form: Hashable, Sendable { case first(FollowFlow.Form), second(FollowFlow.Form) }
    let follow = FollowFlow()

    func redirect(at step: Step, for request: SignedInRequest) -> Event? { nil }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch (event, step) {
      case (.following(let event), .first(let inner)): .show(next(event, inner) { .first($0) })
      case (.following(let event), .second(let inner)): .show(next(event, inner) { .second($0) })
      case (.following, .done): .show(step)
      }
    }

    private func next(_ event: FollowFlow.Event, _ step: FollowFlow.Step, _ outer: (FollowFlow.Step) -> Step) -> Step {
      switch follow.after(event, at: step) {
      case .show(let next): outer(next)
      case .finish(.list(let list, _)): .done(list)
      }
    }

    static let addresses = StepAddresses<Step> {
      StepAddresses(at: "/choirs/one", FollowFlow.addresses) {
        .first($0)
      } inner: {
        if case .first(let step) = $0 { step } else { nil }
      }
      StepAddresses(at: "/choirs/two", FollowFlow.addresses) {
        .second($0)
      } inner: {
        if case .second(let step) = $0 { step } else { nil }
      }
      StepAddress("/choirs/done/{id}", .segment) {
        .done($0)
      } values: {
        if case .done(let id) = $0 { id } else { nil }
      }
    }

    static let forms = StepAddresses<Form> {
      StepAddresses(at: "/choirs/one", FollowFlow.forms) {
        .first($0)
      } inner: {
        if case .first(let form) = $0 { form } else { nil }
      }
      StepAddresses(at: "/choirs/two", FollowFlow.forms) {
        .second($0)
      } inner: {
        if case .second(let form) = $0 { form } else { nil }
      }
    }

    func page(at step: Step, for request: SignedInRequest) async throws(Failure) -> Page {
      switch step {
      case .first(let inner):
        try await follow.page(at: inner, for: followRequest(request, { .first($0) }, { .first($0) }))
      case .second(let inner):
        try await follow.page(at: inner, for: followRequest(request, { .second($0) }, { .second($0) }))
      case .done: throw Failure(.notFound)
      }
    }

    func followRequest(
      _ request: SignedInRequest, _ outer: @escaping @Sendable (FollowFlow.Step) -> Step,
      _ form: @escaping @Sendable (FollowFlow.Form) -> Form
    ) -> FollowRequest {
      FollowRequest(signedIn: request) { event, step in
        address(after: .following(event), at: outer(step)).text
      } action: {
        Self.forms.address(of: form($0)).text
      } destination: { event, step in
        address(after: .following(event), at: outer(step))
      }
    }
  }

  @Test(arguments: ["one", "two"])
  func `each has its own addresses, and its pages link to no others`(root: String) async throws {
    let source = try await world.draft("https://choir.example/tasks.ics", .choir)
    for path in ["new", "\(source)", "\(source)/address", "\(source)/name"] {
      let address = "/choirs/\(root)/\(path)"
      let request = try await world.request(at: address)
      let step = try #require(Choirs.addresses.step(at: address))
      let response = await request.page { () async throws(Failure) in try await Choirs().page(at: step, for: request) }
      #expect(response.status == .ok, "\(path)")
      let page = try await Answer(response).page
      let main = try #require(page.first("main"))
      let links = main.everything.flatMap { [$0["href"], $0["action"]] }.compactMap { $0 }
      let inner = links.filter { $0.hasPrefix("/choirs/") }
      #expect(!inner.isEmpty && inner.allSatisfy { $0.hasPrefix("/choirs/\(root)") }, "\(path): \(links)")
      #expect(!links.contains { $0.hasPrefix("/remote") }, "\(path): \(links)")
    }
  }

  @Test func `a form redirects to the next step of the flow that mounts it`() async throws {
    let source = try await world.draft("https://choir.example/tasks.ics", .choir)
    let signedIn = try await world.request(at: "/choirs/two/\(source)/refresh")
    let request = Choirs().followRequest(signedIn, { .second($0) }, { .second($0) })
    let response = try await FollowFlow.Form.source(source, .tryAgain).response(
      to: try FormBody([UInt8](), reads: FormField.isKnown), from: request)
    #expect(response.headers[.location] == "/choirs/two/\(source)")
  }

  /// Two doors, each with the sign-in flow.
  struct Doors: PageFlow {
    enum Step: Hashable, Sendable { case header(SignInFlow.Step), back(SignInFlow.Step), inside }
    enum Event: Sendable { case signingIn(SignInFlow.Event) }
    let signIn = SignInFlow()

    func redirect(at step: Step, for request: AnonymousRequest) -> Event? { nil }

    func after(_ event: Event, at step: Step) -> Outcome<Step, Never> {
      switch (event, step) {
      case (.signingIn(let event), .header(let inner)): .show(next(event, inner) { .header($0) })
      case (.signingIn(let event), .back(let inner)): .show(next(event, inner) { .back($0) })
      case (.signingIn, .inside): .show(step)
      }
    }

    private func next(_ event: SignInFlow.Event, _ step: SignInFlow.Step, _ outer: (SignInFlow.Step) -> Step) -> Step {
      switch signIn.after(event, at: step) {
      case .show(let next): outer(next)
      case .finish: .inside
      }
    }

    static let addresses = StepAddresses<Step> {
      StepAddresses(at: "/doors/front", SignInFlow.addresses) {
        .header($0)
      } inner: {
        if case .header(let step) = $0 { step } else { nil }
      }
      StepAddresses(at: "/doors/back", SignInFlow.addresses) {
        .back($0)
      } inner: {
        if case .back(let step) = $0 { step } else { nil }
      }
      StepAddress("/doors", .inside)
    }

    func page(at step: Step, for request: AnonymousRequest) async throws(Failure) -> Page {
      switch step {
      case .header(let inner):
        try await signIn.page(at: inner, for: signInRequest(request, "/doors/front") { .header($0) })
      case .back(let inner):
        try await signIn.page(at: inner, for: signInRequest(request, "/doors/back") { .back($0) })
      case .inside: throw Failure(.notFound)
      }
    }

    func signInRequest(
      _ request: AnonymousRequest, _ root: String, _ outer: @escaping @Sendable (SignInFlow.Step) -> Step
    ) -> SignInRequest {
      SignInRequest(anonymous: request) { event, step in
        address(after: .signingIn(event), at: outer(step)).text
      } action: {
        root + SignInFlow.action($0)
      } destination: { event, step in
        address(after: .signingIn(event), at: outer(step))
      }
    }
  }

  @Test(arguments: ["front", "back"])
  func `each door has its own addresses, and leads inside`(root: String) async throws {
    var settings = TaskApp.Settings.test
    settings.signUp = .open
    let world = try await World(settings)
    for path in ["sign-in", "sign-up", "set-up"] {
      let address = "/doors/\(root)/\(path)"
      let request = try world.anonymousRequest(at: address)
      let step = try #require(Doors.addresses.step(at: address))
      let response = await request.page { () async throws(Failure) in try await Doors().page(at: step, for: request) }
      let main = try #require(try await Answer(response).page.first("main"))
      let links = main.everything.flatMap { [$0["href"], $0["action"]] }.compactMap { $0 }.filter { $0.hasPrefix("/") }
      #expect(!links.isEmpty && links.allSatisfy { $0 == "/doors" || $0.hasPrefix("/doors/\(root)") }, "\(links)")
    }
    let inner = Doors().signInRequest(try world.anonymousRequest(at: "/doors"), "") { .back($0) }
    #expect(inner.redirect(after: .signedOut, at: .signIn).headers[.location] == "/doors")
  }

  @Test(arguments: ["north", "south"])
  func `the app's own flow has its addresses below each of two paths`(root: String) async throws {
    let list = try await world.makeList()
    try await world.add("Milk", "Bread", to: list)
    let below = IntentAddresses { (intent: TaskIntent) in
      var address = TaskFlow.address(of: intent)
      address.path.insert(root, at: 0)
      return address
    }
    let steps: [TaskStep] = [
      .today(), .overview(), .list(list), .list(list, .arranging()), .list(list, .selecting),
      .search(SearchParameters()),
      .history(list), .trash(), .tags(), .settings(), .follow(.address(nil)), .importing(.file),
    ]
    for step in steps {
      var request = try await world.request(at: below.address(of: TaskIntent.show(step)).text)
      request.intents = below
      let response = await request.page { [request] () async throws(Failure) in
        try await request.app.flow.page(at: step, for: request)
      }
      let main = try #require(try await Answer(response).page.first("main"))
      let links = main.everything.flatMap { [$0["href"], $0["action"], $0["formaction"]] }.compactMap { $0 }
        // Links of the app's frame, which templates print by name.
        .filter { $0.hasPrefix("/") && !TaskFlow.links.values.contains($0) }
      #expect(links.allSatisfy { $0.hasPrefix("/\(root)/") }, "\(step): \(links)")
    }
    var request = try await world.request(at: "/\(root)/lists/\(list)/delete")
    request.intents = below
    let redirect = await request.redirect(after: .deletedList(nil), at: .list(list))
    #expect(redirect.headers[.location] == "/\(root)/lists")
  }

  @Test func `the end of the inner flow is an event of the outer one`() {
    let (source, list) = (SourceID(8), ListID(5))
    let named = Choirs.Event.following(.named(list, nil))
    #expect(Choirs().step(after: named, at: .first(.name(source))) == .done(list))
    #expect(Choirs().address(after: .following(.accepted), at: .second(.preview(source))).text == "/choirs/two/8/name")
  }
}

extension World {
  /// A request before authentication, as the app's own pages get it.
  fileprivate func anonymousRequest(at address: String) throws -> AnonymousRequest {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: address)
    head.headerFields[.cookie] = cookie
    var context = AppContext(
      source: ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test")))
    context.client = Client(head, peer: try SocketAddress(ipAddress: "127.0.0.1", port: 0), proxies: .none)
    return AnonymousRequest(
      app: app, http: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context)
  }

  /// A signed-in request as the app's own pages get it.
  fileprivate func request(at address: String) async throws -> SignedInRequest {
    let anonymous = try anonymousRequest(at: address)
    guard case .granted(let reader) = try await anonymous.access() else { throw Failure(.internal) }
    return SignedInRequest(anonymous: anonymous, reader: reader)
  }
}
