/// The addresses of one kind of step: a path with open segments, and the values of the query.
public struct StepAddress<Step: Sendable>: Sendable {
  let print: @Sendable (Step) -> PageAddress?
  let parse: @Sendable (PageAddress) -> Step?
  private let segments: [String]

  private init(
    _ segments: [String], print: @escaping @Sendable (Step) -> PageAddress?,
    parse: @escaping @Sendable (PageAddress) -> Step?
  ) {
    self.segments = segments
    self.print = print
    self.parse = parse
  }

  /// Creates the addresses of one kind of step.
  /// - Parameters:
  ///   - pattern: the path, with a name in braces for each open segment: `/books/{id}`.
  ///   - parts: the parts for the values of the step: those of the open segments in order, then those of the query.
  ///   - step: the step with these values; nil if there is none.
  ///   - values: the values of the step; nil for a step of another kind.
  public init<each Value: Sendable>(
    _ pattern: String, _ parts: repeat AddressPart<each Value>,
    step: @escaping @Sendable (repeat each Value) -> Step?,
    values: @escaping @Sendable (Step) -> (repeat each Value)?
  ) {
    let segments = Self.segments(pattern)
    let all = (repeat each parts)
    let part = AddressPart<Step>(repeat each parts, value: step, pieces: values)
    self.init(segments) { step in
      guard let values = values(step) else { return nil }
      var address = PageAddress()
      repeat (each all).print(each values, &address)
      var open = address.path[...]
      address.path = segments.map { $0.first == "{" ? open.popFirst() ?? $0 : $0 }
      return address
    } parse: { address in
      guard var open = Self.open(address, in: segments), let step = part.parse(&open), open.path.isEmpty else {
        return nil
      }
      return step
    }
  }

  /// The path, with open segments in braces.
  var pattern: String { "/" + segments.joined(separator: "/") }

  /// These addresses, for a flow that embeds the step's flow.
  func held<Outer>(
    at root: String, step: @escaping @Sendable (Step) -> Outer, inner: @escaping @Sendable (Outer) -> Step?
  ) -> StepAddress<Outer> {
    let root = Self.segments(root)
    return StepAddress<Outer>(root + segments) { [print] outer in
      guard var address = inner(outer).flatMap(print) else { return nil }
      address.path = root + address.path
      return address
    } parse: { [parse] address in
      guard address.path.starts(with: root) else { return nil }
      var rest = address
      rest.path.removeFirst(root.count)
      return parse(rest).map(step)
    }
  }

  private static func segments(_ pattern: String) -> [String] {
    pattern.split(separator: "/").map(String.init)
  }

  /// The address with the values of the open segments as its path; nil if the path does not match.
  private static func open(_ address: PageAddress, in segments: [String]) -> PageAddress? {
    guard address.path.count == segments.count else { return nil }
    var open = address
    open.path = []
    for (segment, expected) in zip(address.path, segments) {
      if expected.first == "{" {
        open.path.append(segment)
      } else if segment != expected {
        return nil
      }
    }
    return open
  }
}
