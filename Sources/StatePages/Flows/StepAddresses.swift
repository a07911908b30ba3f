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
/// Addresses are relative to the flow's root: a flow that embeds another sets the root with ``init(at:_:step:inner:)``,
/// so one flow can be mounted at several places.
public struct StepAddresses<Step: Sendable>: Sendable {
  private let all: [StepAddress<Step>]
  /// The printers alone. A page prints hundreds of addresses, and for each of them most kinds of steps are tried.
  @usableFromInline let printers: [@Sendable (Step) -> PageAddress?]
  private let parsed: ParsedAddresses<Step>

  private init(all: [StepAddress<Step>]) {
    self.all = all
    printers = all.map(\.print)
    parsed = ParsedAddresses()
  }

  /// Creates the addresses of a flow. If an address could be parsed in two ways, the first one wins.
  public init(@Builder _ all: () -> StepAddresses) { self = all() }

  /// Creates the addresses of an embedded flow, under a path of its own.
  /// - Parameters:
  ///   - root: the path of the embedded flow: `/remote`.
  ///   - addresses: the addresses of the embedded flow.
  ///   - step: the step of this flow for a step of the embedded flow.
  ///   - inner: the step of the embedded flow; nil for a step that does not belong to it.
  public init<Inner>(
    at root: String, _ addresses: StepAddresses<Inner>,
    step: @escaping @Sendable (Inner) -> Step, inner: @escaping @Sendable (Step) -> Inner?
  ) {
    self.init(all: addresses.all.map { $0.held(at: root, step: step, inner: inner) })
  }

  /// The paths of the steps that are pages, with open segments in braces, for a router.
  public var patterns: [String] { all.filter { !$0.isForm }.map(\.pattern) }
  var formPatterns: [String] { all.filter(\.isForm).map(\.pattern) }

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

  private func parse(_ text: String) -> Step? {
    guard let address = PageAddress(text) else { return nil }
    for one in all {
      if let step = one.parse(address) { return step }
    }
    return nil
  }

  /// Builds the addresses of a flow.
  @resultBuilder public enum Builder {
    /// The addresses of one kind of step.
    public static func buildExpression(_ one: StepAddress<Step>) -> StepAddresses { StepAddresses(all: [one]) }
    /// The addresses of an embedded flow.
    public static func buildExpression(_ flow: StepAddresses) -> StepAddresses { flow }
    /// All addresses in order.
    public static func buildBlock(_ parts: StepAddresses...) -> StepAddresses {
      StepAddresses(all: parts.flatMap(\.all))
    }
    /// The addresses of each value of a loop.
    public static func buildArray(_ parts: [StepAddresses]) -> StepAddresses {
      StepAddresses(all: parts.flatMap(\.all))
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
