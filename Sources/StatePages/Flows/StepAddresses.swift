import Synchronization

/// The addresses of a flow's steps. Each step has one address and each address one step, declared together.
///
/// ```swift
/// static let addresses = StepAddresses<Step> {
///   StepAddress("/books", .number("page")) { .shelf(page: $0) }
///   StepAddress("/books/{id}", .segment) { .book($0) }
/// }
/// ```
///
/// `addresses.address(of: .book(4)).text` is `/books/4`, and `addresses.step(at: "/books/4")` is `.book(4)`. An address
/// without a step has no page: 404.
///
/// Addresses are relative to the flow's root: a flow that embeds another sets the root with a ``FlowMount``, so one flow can be mounted at
/// several places.
public struct StepAddresses<Step: Sendable>: Sendable {
  private let all: [StepAddress<Step>]
  /// The printers alone. A page prints hundreds of addresses, and for each of them most kinds of steps are tried.
  @usableFromInline let printers: [@Sendable (Step) -> PageAddress?]
  private let parsed: ParsedAddresses<Step>
  /// Each a ``FlowMount`` of the flow with these steps.
  private(set) var mounts: [any Sendable] = []
  /// Where a flow declares them, for reports of its mistakes.
  private(set) var place: SourceLocation?

  private init(all: [StepAddress<Step>], mounts: [any Sendable] = []) {
    (self.all, self.mounts) = (all, mounts)
    printers = all.map(\.print)
    parsed = ParsedAddresses()
  }

  /// Creates the addresses of a flow. If an address could be parsed in two ways, the first one wins.
  /// - Parameters:
  ///   - file: the source file of the addresses; for reports of programming errors.
  ///   - line: the line in it.
  ///   - all: the addresses.
  public init(file: StaticString = #fileID, line: UInt = #line, @Builder _ all: () -> StepAddresses) {
    self = all()
    place = SourceLocation(file, line)
  }

  /// Creates the addresses of an embedded flow, under a path of its own.
  /// - Parameters:
  ///   - root: the path of the embedded flow: `/remote`.
  ///   - addresses: the addresses of the embedded flow.
  ///   - step: the step of this flow for a step of the embedded flow.
  ///   - inner: the step of the embedded flow; nil for a step that does not belong to it.
  package init<Inner>(
    at root: String, _ addresses: StepAddresses<Inner>,
    step: @escaping @Sendable (Inner) -> Step, inner: @escaping @Sendable (Step) -> Inner?
  ) {
    self.init(all: addresses.all.map { $0.mounted(at: root, step: step, inner: inner) })
  }

  /// The paths of the steps that are pages, with open segments in braces, for a router.
  public var patterns: [String] { all.filter { !$0.isForm }.map(\.pattern) }
  /// The paths of the steps that are forms.
  public var formPatterns: [String] { all.filter(\.isForm).map(\.pattern) }

  /// The address of a step.
  @inlinable
  public func address(of step: Step) -> PageAddress {
    for print in printers {
      if let address = print(step) { return address }
    }
    assertionFailure("no address for the step \(step)")
    return PageAddress()
  }

  /// The step at an address; nil if there is none, or if it is longer than ``PageAddress/mostBytes``.
  public func step(at address: String) -> Step? {
    guard address.utf8.count <= PageAddress.mostBytes else { return nil }
    return parsed.step(at: address) { parse(address) }
  }

  /// The step that is a form with an address, for a form that was sent; nil if there is none. The page at that address may be another step.
  public func form(at address: String) -> Step? {
    guard address.utf8.count <= PageAddress.mostBytes else { return nil }
    return parse(address, among: \.isForm)
  }

  private func parse(_ text: String, among isOne: (StepAddress<Step>) -> Bool = { _ in true }) -> Step? {
    guard let address = PageAddress(text) else { return nil }
    for kind in all where isOne(kind) {
      if let step = kind.parse(address) { return step }
    }
    return nil
  }

  /// The addresses as parts of a mount.
  func mounted(by mount: MountOrigin) -> Self {
    Self(
      all: all.map { address in
        var address = address
        address.mount = mount
        return address
      })
  }

  /// What is wrong with the mounts: an address that another step has already, a finish without an event.
  var mistakes: [TemplateProblems.Problem] {
    var known: [String: StepAddress<Step>] = [:]
    return all.compactMap { address in
      let name = (address.isForm ? "POST " : "GET ") + address.pattern.replacing(/\{\w+\}/, with: "{}")
      let first = known[name]
      known[name] = first ?? address
      guard let mount = address.mount ?? first?.mount else { return nil }
      func problem(_ message: String) -> TemplateProblems.Problem {
        .init(template: mount.place.description, line: nil, message: message)
      }
      if let flow = mount.unfinished { return problem("\(flow) finishes: give its mount the closure finish:") }
      guard let first else { return nil }
      let other = first.mount.map { "the flow that is mounted at \($0.place)" } ?? "a step of the outer flow"
      return problem("\(address.pattern) is an address of \(other), too: mount the flow below a path of its own")
    }
  }

  /// Builds the addresses of a flow.
  @resultBuilder public enum Builder {
    /// The addresses of one kind of step.
    public static func buildExpression(_ address: StepAddress<Step>) -> StepAddresses { StepAddresses(all: [address]) }
    /// The addresses of a mounted flow.
    public static func buildExpression<F: PageFlow>(_ mount: FlowMount<F>) -> StepAddresses where F.Step == Step {
      StepAddresses(all: mount.addresses.all, mounts: [mount])
    }
    /// Addresses that are declared elsewhere.
    public static func buildExpression(_ others: StepAddresses) -> StepAddresses { others }
    /// All addresses in order.
    public static func buildBlock(_ parts: StepAddresses...) -> StepAddresses {
      StepAddresses(all: parts.flatMap(\.all), mounts: parts.flatMap(\.mounts))
    }
    /// The addresses of each value of a loop.
    public static func buildArray(_ parts: [StepAddresses]) -> StepAddresses {
      StepAddresses(all: parts.flatMap(\.all), mounts: parts.flatMap(\.mounts))
    }
  }
}

/// The steps of the addresses that were requested last. Parsing an address takes a tenth of the time of an unchanged page.
final class ParsedAddresses<Step: Sendable>: Sendable {
  private let steps = Mutex(LRUCache<[UInt8], Step>(budget: 64 << 10))

  /// The step at an address, parsed on first use. Unknown addresses are not stored: their number is unlimited.
  func step(at address: String, parse: () -> Step?) -> Step? {
    let name = Array(address.utf8)
    if let known = steps.withLock({ $0.value(of: name) }) { return known }
    guard let step = parse() else { return nil }
    steps.withLock { $0.keep(step, as: name, cost: address.utf8.count + Self.entryBytes) }
    return step
  }

  /// The approximate size of an entry without its address.
  private static var entryBytes: Int { 128 }
}
