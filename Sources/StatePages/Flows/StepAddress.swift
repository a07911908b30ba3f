/// The addresses of one kind of step: a path with open segments, and the values of the query.
///
/// ```swift
/// static let addresses = StepAddresses<Step> {
///   StepAddress("/books", .number("page")) { .books(page: $0) }
///   StepAddress("/books/{id}", .segment) { .book($0) }
///   StepAddress(form: "/books/{id}/renew", .segment) { .renew($0) }
/// }
/// ```
public struct StepAddress<Step: Sendable>: Sendable {
  let print: @Sendable (Step) -> PageAddress?
  let parse: @Sendable (PageAddress) -> Step?
  private let segments: [String]
  /// Whether forms are sent to it.
  @usableFromInline var isForm = false
  /// The mount that it belongs to; nil for an address of the flow itself.
  var mount: MountOrigin?

  private init(
    _ segments: [String], print: @escaping @Sendable (Step) -> PageAddress?,
    parse: @escaping @Sendable (PageAddress) -> Step?
  ) {
    (self.segments, self.print, self.parse) = (segments, print, parse)
  }

  /// Creates the addresses of one kind of step.
  /// - Parameters:
  ///   - pattern: the path, with a name in braces for each segment that is open: `/books/{id}`. `**` at its end stands for one
  ///     or more open segments, which ``AddressPart/rest`` holds.
  ///   - parts: where the values of the step stand: those of the open segments in their order, then those of the query.
  ///   - step: the step with these values; nil if there is none.
  ///   - values: the values of the step; nil for a step of another kind.
  @inlinable
  public init<each Value: Sendable>(
    _ pattern: String, _ parts: repeat AddressPart<each Value>, step: @escaping @Sendable (repeat each Value) -> Step?,
    values: @escaping @Sendable (Step) -> (repeat each Value)?
  ) {
    // Inlinable, so that values are taken from a step by code for their types. A page prints a thousand addresses and tries many
    // kinds of steps for each: generic code that finds the types at run time takes ten times as long.
    let shared = Shared((repeat each parts))
    let segments = Self.segments(pattern)
    self.init(segments, AddressPart<Step>(repeat each parts, value: step, components: values)) { step in
      guard let values = values(step) else { return nil }
      var printer = AddressPrinter(segments)
      let all = shared.value
      repeat (each all).print(each values, &printer)
      return printer.complete
    }
  }

  /// Creates the addresses of a form, which is a step like any other: it is printed as the form's action, parsed when the form is sent,
  /// and requested by a browser that reloads the answer to it.
  @inlinable
  public init<each Value: Sendable>(
    form pattern: String, _ parts: repeat AddressPart<each Value>,
    step: @escaping @Sendable (repeat each Value) -> Step?, values: @escaping @Sendable (Step) -> (repeat each Value)?
  ) {
    self.init(pattern, repeat each parts, step: step, values: values)
    isForm = true
  }

  @usableFromInline
  init(_ segments: [String], _ part: AddressPart<Step>, print: @escaping @Sendable (Step) -> PageAddress?) {
    self.init(segments, print: print) { address in
      guard var open = Self.open(address, in: segments), let step = part.parse(&open), open.path.isEmpty else {
        return nil
      }
      return step
    }
  }

  /// The path, with open segments in braces.
  var pattern: String { "/" + segments.joined(separator: "/") }

  /// The addresses in a flow that mounts the step's flow.
  func mounted<Outer>(
    at root: String, step: @escaping @Sendable (Step) -> Outer, inner: @escaping @Sendable (Outer) -> Step?
  ) -> StepAddress<Outer> {
    let root = Self.segments(root)
    var mounted = StepAddress<Outer>(root + segments) { [print] outer in
      guard var address = inner(outer).flatMap(print) else { return nil }
      address.path = root + address.path
      return address
    } parse: { [parse] address in
      guard address.path.starts(with: root) else { return nil }
      var rest = address
      rest.path.removeFirst(root.count)
      return parse(rest).map(step)
    }
    mounted.isForm = isForm
    return mounted
  }

  @usableFromInline
  static func segments(_ pattern: String) -> [String] { pattern.split(separator: "/").map(String.init) }

  /// The address with the values of the open segments as its path; nil if the path does not match.
  private static func open(_ address: PageAddress, in segments: [String]) -> PageAddress? {
    let isOpenEnded = segments.last == AddressPrinter.rest
    let fixed = isOpenEnded ? segments.dropLast() : segments[...]
    guard isOpenEnded ? address.path.count > fixed.count : address.path.count == fixed.count else { return nil }
    var open = address
    open.path = []
    for (segment, expected) in zip(address.path, fixed) {
      if AddressPrinter.isOpen(expected) { open.path.append(segment) } else if segment != expected { return nil }
    }
    open.path += address.path.dropFirst(fixed.count)
    return open
  }
}

extension StepAddress where Step: Equatable {
  /// Creates the addresses of one case, whose values stand in the order of the parts:
  ///
  /// ```swift
  /// StepAddress("/books/{id}", .segment, .number("page")) { .book($0, page: $1) }
  /// ```
  ///
  /// The values are found by reflection. Where a page prints addresses by the hundred, the closure `values` of the other initializer is
  /// faster.
  /// - Parameters:
  ///   - pattern: the path, with open segments in braces.
  ///   - parts: where the values of the case stand: those of the open segments in their order, then those of the query.
  ///   - step: the step with these values, which are the first of its case; nil if there is none.
  public init<each Value: Sendable>(
    _ pattern: String, _ parts: repeat AddressPart<each Value>, step: @escaping @Sendable (repeat each Value) -> Step?
  ) {
    self.init(pattern, repeat each parts, step: step) { (one: Step) -> (repeat each Value)? in
      Self.values(of: one, step)
    }
  }

  /// An address of a form.
  public init<each Value: Sendable>(
    form pattern: String, _ parts: repeat AddressPart<each Value>,
    step: @escaping @Sendable (repeat each Value) -> Step?
  ) {
    self.init(pattern, repeat each parts, step: step)
    isForm = true
  }

  /// The values of a step; nil for another case, whose values make another step or none.
  private static func values<each Value>(
    of step: Step, _ make: (repeat each Value) -> Step?
  ) -> (repeat each Value)? {
    let inside = Mirror(reflecting: step).children.map(\.value)
    // Several values, and one with a label, are a tuple.
    for candidates in [inside, inside.flatMap { Mirror(reflecting: $0).children.map(\.value) }] {
      var rest = candidates[...]
      func next<One>(_: One.Type) throws(OtherCase) -> One {
        guard let value = rest.popFirst() as? One else { throw OtherCase() }
        return value
      }
      do {
        let values = (repeat try next((each Value).self))
        if make(repeat each values) == step { return values }
      } catch {
        continue
      }
    }
    return nil
  }

  private struct OtherCase: Error {}

  /// The address of a single step, without values.
  @inlinable
  public init(_ pattern: String, _ step: Step) {
    self.init(pattern) {
      step
    } values: {
      $0 == step ? () : nil
    }
  }

  /// The address of a single form, without values.
  @inlinable
  public init(form pattern: String, _ step: Step) {
    self.init(pattern, step)
    isForm = true
  }
}
