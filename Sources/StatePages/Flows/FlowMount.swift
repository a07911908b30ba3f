import HTTPTypes
public import Hummingbird
public import StateViews

/// A flow inside another. Its steps are steps of the outer flow, at addresses below a path, and its finish is an event of the outer flow.
///
/// ```swift
/// static let addresses = StepAddresses<Step> {
///   StepAddress("/rooms", .number("page")) { .rooms(page: $0) }
///   Mount("/booking", BookingFlow()) { .booking($0) } finish: { .leftBooking($0) }
/// }
/// ```
///
/// Within a flow it is called `Mount`. It answers for the steps that it holds: their addresses, the step after each event, events that have
/// already happened, pages, intents and presentation. A flow can be mounted several times, and one that mounts others can be mounted. At
/// start, two steps with the same address are refused, and so is the mount of a flow that finishes without an event for its finish.
public struct FlowMount<Outer: PageFlow>: Sendable {
  let addresses: StepAddresses<Outer.Step>
  /// The inner flow at a step of the outer one; nil for a step that it does not hold.
  let mounted: @Sendable (Outer, Outer.Step, FlowPlace<Outer>) -> MountedStep<Outer.Request>?
  /// Addresses of the intents that any of its steps can send, where no page sends them.
  let intents: @Sendable ([String]) -> IntentAddresses
  /// What is wrong with the presentation of its steps.
  let presentationMistakes: @Sendable (Outer) -> [TemplateProblems.Problem]

  /// Mounts a flow that gets the request of the outer one.
  /// - Parameters:
  ///   - root: the path of its addresses: `/booking`.
  ///   - flow: the inner flow.
  ///   - step: the step of the outer flow for one of the inner flow.
  ///   - inner: the step of the inner flow; nil for a step that does not belong to it. By default it is found by reflection; where a page
  ///     prints hundreds of addresses, give the closure, which is faster.
  ///   - finish: the event of the outer flow for the finish of the inner one; nil for a flow that never finishes.
  ///   - file: the source file of the mount; for reports of programming errors.
  ///   - line: the line in it.
  public init<Inner: PageFlow>(
    _ root: String, _ flow: Inner, step: @escaping @Sendable (Inner.Step) -> Outer.Step,
    inner: (@Sendable (Outer.Step) -> Inner.Step?)? = nil, finish: (@Sendable (Inner.Finish) -> Outer.Event)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Inner.Request == Outer.Request {
    self.init(root, { _ in flow }, step: step, inner: inner, finish: finish, file: file, line: line)
  }

  /// Mounts a flow that the outer one has, and that gets its request: `Mount("/booking", \.booking) { .booking($0) }`.
  public init<Inner: PageFlow>(
    _ root: String, _ flow: @escaping @Sendable (Outer) -> Inner,
    step: @escaping @Sendable (Inner.Step) -> Outer.Step, inner: (@Sendable (Outer.Step) -> Inner.Step?)? = nil,
    finish: (@Sendable (Inner.Finish) -> Outer.Event)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Inner.Request == Outer.Request {
    self.init(
      root, flow, step: step, inner: inner, finish: finish, request: { request, _ in request }, file: file, line: line)
  }

  /// Mounts a flow that gets a request of its own.
  /// - Parameters:
  ///   - flow: the inner flow: `{ $0.booking }`.
  ///   - request: the request of the inner flow. Its second parameter has the addresses of the intents at the step, for code that makes
  ///     addresses where no view prints them.
  public init<Inner: PageFlow>(
    _ root: String, _ flow: @escaping @Sendable (Outer) -> Inner,
    step: @escaping @Sendable (Inner.Step) -> Outer.Step, inner: (@Sendable (Outer.Step) -> Inner.Step?)? = nil,
    finish: (@Sendable (Inner.Finish) -> Outer.Event)? = nil,
    request: @escaping @Sendable (Outer.Request, IntentAddresses) -> Inner.Request,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let inner = inner ?? { outer in HeldValues.first(in: outer) { step($0) == outer } }
    let lacksFinish = finish == nil && Inner.Finish.self != Never.self
    addresses = StepAddresses(at: root, Inner.addresses, step: step, inner: inner)
      .mounted(by: MountOrigin(place: SourceLocation(file, line), unfinished: lacksFinish ? "\(Inner.self)" : nil))
    let path = StepAddress<Outer.Step>.segments(root)
    mounted = { outer, outerStep, outerPlace in
      guard let innerStep = inner(outerStep) else { return nil }
      let place = FlowPlace<Inner>(root: outerPlace.root + path) {
        outerPlace.address(step($0))
      } finished: { result, innerStep in
        finish.map { outerPlace.address(after: $0(result), of: outer, at: step(innerStep)) } ?? PageAddress()
      } around: {
        outer.ownIntents(at: outerStep, in: outerPlace)
      }
      return MountedStep(of: flow(outer), at: innerStep, in: place, request: request)
    }
    intents = { root in IntentAddresses(of: Inner.self, below: root + path) }
    presentationMistakes = { outer in flow(outer).presentationMistakes }
  }
}

/// Where an address was mounted.
struct MountOrigin: Sendable {
  let place: SourceLocation
  /// A flow that finishes, although its mount has no event for that.
  let unfinished: String?
}

/// The answers of an inner flow at one of its steps, to a request of the outer flow.
struct MountedStep<Request: Sendable>: Sendable {
  let page: @Sendable (Request) async -> Result<Page, Failure>
  /// The address after an event that has already happened; nil if none has.
  let redirect: @Sendable (Request) async -> Result<PageAddress?, Failure>
  /// A page in place of that of the step.
  let presented: @Sendable (Page, Request) async -> Page
  let intents: @Sendable () -> IntentAddresses

  init<Inner: PageFlow>(
    of flow: Inner, at step: Inner.Step, in place: FlowPlace<Inner>,
    request: @escaping @Sendable (Request, IntentAddresses) -> Inner.Request
  ) {
    let intents = { @Sendable in flow.intents(at: step, in: place) }
    self.intents = intents
    page = { outer in
      do throws(Failure) {
        return .success(try await flow.page(at: step, for: request(outer, intents()), in: place))
      } catch {
        return .failure(error)
      }
    }
    presented = { page, outer in await flow.presented(page, at: step, for: request(outer, intents()), in: place) }
    redirect = { outer in
      do throws(Failure) {
        return .success(try await flow.redirect(at: step, for: request(outer, intents()), in: place))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// Where a flow is mounted: at the root of an app, or in another flow.
struct FlowPlace<F: PageFlow>: Sendable {
  let root: [String]
  let address: @Sendable (F.Step) -> PageAddress
  let finished: @Sendable (F.Finish, F.Step) -> PageAddress
  /// The intents of the flows around.
  let around: @Sendable () -> IntentAddresses

  init(
    root: [String], address: @escaping @Sendable (F.Step) -> PageAddress,
    finished: @escaping @Sendable (F.Finish, F.Step) -> PageAddress, around: @escaping @Sendable () -> IntentAddresses
  ) {
    (self.root, self.address, self.finished, self.around) = (root, address, finished, around)
  }

  /// The root of an app. A flow there never finishes: the routes take no other.
  static var root: Self {
    Self(root: []) {
      F.addresses.address(of: $0)
    } finished: { _, _ in
      PageAddress()
    } around: {
      IntentAddresses()
    }
  }

  func address(after event: F.Event, of flow: F, at step: F.Step) -> PageAddress {
    switch flow.after(event, at: step) {
    case .show(let next): address(next)
    case .finish(let result): finished(result, step)
    }
  }
}

extension PageFlow {
  /// The page of a step that a mounted flow has: the answer of ``page(at:for:)`` for such a step.
  /// - Throws: the failure of the inner flow, or *not found* for a step that no mounted flow has.
  public func mountedPage(at step: Step, for request: Request) async throws(Failure) -> Page {
    guard let inner = mounted(at: step, in: .root) else { throw Failure(.notFound) }
    return try await inner.page(request).get()
  }

  /// The page of a step, of this flow or of one that is mounted in it, presented as its flow says, whose intents lead where that is
  /// mounted: for an app that answers requests itself, see ``Hummingbird/Router/addSteps(of:for:page:form:)``.
  /// - Throws: the failure that is shown instead.
  public func presentedPage(at step: Step, for request: Request) async throws(Failure) -> Page {
    try await page(at: step, for: request, in: .root)
  }

  /// The redirect after an event that has already happened at a step of a mounted flow; nil if none has, or if this flow has the step.
  /// - Throws: a failure, if that can't be determined.
  public func mountedRedirect(at step: Step, for request: Request) async throws(Failure) -> Response? {
    guard let inner = mounted(at: step, in: .root) else { return nil }
    return try await inner.redirect(request).get().map { .seeOther($0) }
  }

  /// Where the intents of the page of a step lead, with this flow at the root of the app; those of mounted flows included. The answer to a
  /// form of a mounted flow is `flow.intents(at: step).redirect(after: event)`.
  public func intents(at step: Step) -> IntentAddresses { intents(at: step, in: .root) }

  func page(at step: Step, for request: Request, in place: FlowPlace<Self>) async throws(Failure) -> Page {
    let page =
      if let inner = mounted(at: step, in: place) {
        try await inner.page(request).get()
      } else {
        try await page(at: step, for: request).sending(ownIntents(at: step, in: place))
      }
    return await presented(page, at: step, for: request, in: place)
  }

  /// A page of a step with the one that the flow shows it beside, or over: for a page that stands in place of that of the step, such as that
  /// of a rejected form. The page of the step itself is presented already.
  public func presented(_ page: Page, at step: Step, for request: Request) async -> Page {
    await presented(page, at: step, for: request, in: .root)
  }

  /// Loads nothing yet. A failure of the other page leaves this one as it is. A gate is shown alone.
  func presented(_ page: Page, at step: Step, for request: Request, in place: FlowPlace<Self>) async -> Page {
    var page = page
    if let inner = mounted(at: step, in: place) { page = await inner.presented(page, request) }
    guard page.companion == nil, page.status != .unauthorized, let other = presentation(of: step).other else {
      return page
    }
    guard presentation(of: other).other == nil else {
      page.presentationMistake = ProgrammingError(mistake(in: step))
      return page
    }
    var companion = Page.Companion(dismissal: dismissal(of: step, in: place))
    do throws(Failure) {
      let shown = try await self.page(at: other, for: request, in: place)
      companion.show(shown)
      (page.isKept, page.isStored) = (page.isKept && shown.isKept, page.isStored && shown.isStored)
    } catch {
      companion.failure = error
    }
    page.companion = companion
    return page
  }

  func redirect(
    at step: Step, for request: Request, in place: FlowPlace<Self>
  ) async throws(Failure) -> PageAddress? {
    if let inner = mounted(at: step, in: place) { return try await inner.redirect(request).get() }
    guard let event = try await redirect(at: step, for: request) else { return nil }
    EventRecorder.current?.note(event, at: step)
    return place.address(after: event, of: self, at: step)
  }

  func intents(at step: Step, in place: FlowPlace<Self>) -> IntentAddresses {
    mounted(at: step, in: place)?.intents() ?? ownIntents(at: step, in: place)
  }

  func mounted(at step: Step, in place: FlowPlace<Self>) -> MountedStep<Request>? {
    for mount in Self.addresses.mounts {
      if let inner = (mount as? FlowMount<Self>)?.mounted(self, step, place) { return inner }
    }
    return nil
  }

  /// Where the intents at a step of this flow lead. An intent that is an event leads to the step after it.
  fileprivate func ownIntents(at step: Step, in place: FlowPlace<Self>) -> IntentAddresses {
    var all = IntentAddresses()
    if let type = Event.self as? any Intent.Type {
      all = IntentAddresses(type, note: { EventRecorder.current?.note($0, at: step) }) {
        ($0 as? Event).map { place.address(after: $0, of: self, at: step) } ?? PageAddress(path: place.root)
      }
    }
    let wants = Self.intents.below(place.root).at { (event: Event) in
      EventRecorder.current?.note(event, at: step)
    } _: { (event: Event) in
      place.address(after: event, of: self, at: step)
    }
    let here = MountedFlow {
      ($0 as? Step).map { self.intents(at: $0, in: place) }
    } address: {
      ($0 as? Step).map(place.address)
    }
    return all.or(wants).of(here).or(place.around())
  }
}

extension IntentAddresses {
  /// The addresses of all intents of a flow at the root of the app, and of the flows that are mounted in it, for ``Templates``. An intent
  /// that is an event has the address of the step after it on pages only; elsewhere it leads to the root of its flow.
  public init<F: PageFlow>(of flow: F.Type) { self.init(of: flow, below: []) }

  init<F: PageFlow>(of flow: F.Type, below root: [String]) {
    self = F.intents.below(root).alone
    if let type = F.Event.self as? any Intent.Type {
      self = or(IntentAddresses(type) { _ in PageAddress(path: root) })
    }
    for case let mount as FlowMount<F> in F.addresses.mounts { self = or(mount.intents(root)) }
  }
}

/// The values within a value, by reflection.
private enum HeldValues {
  /// - Parameter depth: that of a step in a step: in a property, and there in an associated value that has a label.
  static func first<Value>(in whole: Any, to depth: Int = 4, where isOne: (Value) -> Bool) -> Value? {
    if let value = whole as? Value, isOne(value) { return value }
    guard depth > 0 else { return nil }
    for child in Mirror(reflecting: whole).children {
      if let value = first(in: child.value, to: depth - 1, where: isOne) { return value }
    }
    return nil
  }
}
