/// The addresses of a flow's steps: a step has one address, and an address one step, printed and read by the same lines.
///
/// ```swift
/// static let addresses = StepAddresses<Step> {
///   StepAddress("/books", .number("page")) { .shelf(page: $0) } values: {
///     if case .shelf(let page) = $0 { page } else { nil }
///   }
///   StepAddress("/books/{id}", .segment) { .book($0) } values: {
///     if case .book(let id) = $0 { id } else { nil }
///   }
/// }
/// ```
///
/// `addresses.address(of: .book(4)).text` is `/books/4`, and `addresses.step(at: "/books/4")` is `.book(4)`. What is read as no
/// step has no page: 404.
///
/// They are relative to where the flow lies: a flow that holds another says where with ``init(at:_:step:inner:)``, so one flow
/// can lie at several places.
public struct StepAddresses<Step: Sendable>: Sendable {
  private let all: [StepAddress<Step>]

  private init(all: [StepAddress<Step>]) {
    self.all = all
  }

  /// All of these; where an address could be read in two ways, the first counts.
  public init(@Builder _ all: () -> StepAddresses) {
    self = all()
  }

  /// The addresses of a flow that is held by this one, under a path of its own.
  /// - Parameters:
  ///   - root: where it lies: `/remote`.
  ///   - addresses: its own addresses.
  ///   - step: the step of this flow at which the inner one is at a step of its.
  ///   - inner: the step at which the inner one is; nil for a step that is not its.
  public init<Inner>(
    at root: String, _ addresses: StepAddresses<Inner>,
    step: @escaping @Sendable (Inner) -> Step, inner: @escaping @Sendable (Step) -> Inner?
  ) {
    all = addresses.all.map { $0.held(at: root, step: step, inner: inner) }
  }

  /// The paths at which steps lie, open segments in braces: what a router has to know.
  public var patterns: [String] { all.map(\.pattern) }

  /// Where a step lies.
  public func address(of step: Step) -> PageAddress {
    for one in all {
      if let address = one.print(step) { return address }
    }
    assertionFailure("no address for the step \(step)")
    return PageAddress()
  }

  /// The step that lies at an address; nil if none does.
  public func step(at address: String) -> Step? {
    PageAddress(address).flatMap { address in all.lazy.compactMap { $0.parse(address) }.first }
  }

  /// Collects the addresses of a flow.
  @resultBuilder public enum Builder {
    /// The addresses of one kind of step.
    public static func buildExpression(_ one: StepAddress<Step>) -> StepAddresses { StepAddresses(all: [one]) }
    /// The addresses of a flow that is held.
    public static func buildExpression(_ flow: StepAddresses) -> StepAddresses { flow }
    /// Everything in order.
    public static func buildBlock(_ parts: StepAddresses...) -> StepAddresses {
      StepAddresses(all: parts.flatMap(\.all))
    }
  }
}
