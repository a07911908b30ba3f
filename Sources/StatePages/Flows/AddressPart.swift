/// A part of an address that holds a value of a step. It both prints and parses the value, so the two can't differ.
///
/// An invalid part of the path makes the whole address unknown. An invalid part of the query counts as absent: a link
/// with an invalid page number still leads to the page.
///
/// ```swift
/// // /books/4?page=2&sort=year
/// StepAddress("/books/{id}", .segment, .number("page"), .choice("sort")) { .book($0, page: $1, sort: $2) }
/// ```
public struct AddressPart<Value: Sendable>: Sendable {
  @usableFromInline
  let print: @Sendable (Value, inout AddressPrinter) -> Void
  /// Removes its part of the path, and leaves the query unchanged.
  let parse: @Sendable (inout PageAddress) -> Value?

  @usableFromInline
  init(
    print: @escaping @Sendable (Value, inout AddressPrinter) -> Void,
    parse: @escaping @Sendable (inout PageAddress) -> Value?
  ) {
    self.print = print
    self.parse = parse
  }

  /// Creates a part for a value that is composed of others.
  /// - Parameters:
  ///   - parts: the parts of its components.
  ///   - value: makes the value; nil if the components are invalid.
  ///   - components: decomposes the value; nil for another case, which these parts don't print.
  @inlinable
  public init<each Component: Sendable>(
    _ parts: repeat AddressPart<each Component>, value: @escaping @Sendable (repeat each Component) -> Value?,
    components: @escaping @Sendable (Value) -> (repeat each Component)?
  ) {
    // Inlinable for the same reason as the addresses of a step.
    let shared = Shared((repeat each parts))
    self.init(
      print: { whole, printer in
        guard let values = components(whole) else { return }
        let all = shared.value
        repeat (each all).print(each values, &printer)
      }, parse: Self.parser(of: repeat each parts, value: value))
  }

  @usableFromInline
  static func parser<each Component: Sendable>(
    of parts: repeat AddressPart<each Component>, value: @escaping @Sendable (repeat each Component) -> Value?
  ) -> @Sendable (inout PageAddress) -> Value? {
    let all = (repeat each parts)
    return { address in
      func read<One>(_ part: AddressPart<One>) throws(Unreadable) -> One {
        guard let component = part.parse(&address) else { throw Unreadable() }
        return component
      }
      do { return value(repeat try read(each all)) } catch { return nil }
    }
  }

  private struct Unreadable: Error {}
}

extension AddressPart where Value: LosslessStringConvertible {
  /// The next open segment of the path, such as an id. It is parsed only as it is printed: `/books/04` is not `/books/4`.
  public static var segment: AddressPart {
    AddressPart(
      print: { $1.fill(with: $0.description) },
      parse: { address in
        guard !address.path.isEmpty else { return nil }
        let segment = address.path.removeFirst()
        return Value(segment).flatMap { $0.description == segment ? $0 : nil }
      })
  }
}

extension AddressPart<String> {
  /// The open segments at the end of a pattern that ends with `**`, with slashes between them.
  public static var rest: AddressPart {
    AddressPart(
      print: { $1.fillRest(with: $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init)) },
      parse: { address in
        defer { address.path = [] }
        return address.path.isEmpty ? nil : address.path.joined(separator: "/")
      })
  }
}

extension AddressPart {
  /// A value of the query; nil if the address does not have it.
  public static func query<Wrapped: LosslessStringConvertible & Sendable>(_ name: String) -> AddressPart
  where Value == Wrapped? {
    AddressPart(
      print: { value, printer in
        if let value { printer.address.query.append(.init(name, value.description)) }
      },
      parse: { .some($0.value(of: name).flatMap { Wrapped($0) }) })
  }

  /// A choice among a few values of the query; nil if the address has none of them.
  public static func choice<Choice: RawRepresentable<String> & Sendable>(_ name: String) -> AddressPart
  where Value == Choice? {
    AddressPart(
      print: { value, printer in
        if let value { printer.address.query.append(.init(name, value.rawValue)) }
      },
      parse: { .some($0.value(of: name).flatMap { Choice(rawValue: $0) }) })
  }
}

extension AddressPart<Bool> {
  /// A name of the query that is present or not, such as `?arrange`; `value` is printed with it, and ignored when
  /// parsing.
  public static func flag(_ name: String, value: String? = nil) -> AddressPart {
    AddressPart(
      print: { isSet, printer in
        if isSet { printer.address.query.append(.init(name, value)) }
      },
      parse: { address in address.query.contains { $0.name == name } })
  }
}

extension AddressPart<Int> {
  /// The number of a page, from 1; the first is omitted.
  public static func number(_ name: String) -> AddressPart {
    AddressPart(
      print: { number, printer in
        if number > 1 { printer.address.query.append(.init(name, String(number))) }
      },
      parse: { max(1, $0.value(of: name).flatMap { Int($0) } ?? 1) })
  }
}

extension AddressPart<String> {
  /// A text of the query; the empty one is omitted.
  public static func text(_ name: String) -> AddressPart {
    AddressPart(
      print: { text, printer in
        if !text.isEmpty { printer.address.query.append(.init(name, text)) }
      },
      parse: { $0.value(of: name) ?? "" })
  }

  /// A text of the query that may be given several times, each time as lines of its own; the empty one is omitted.
  package static func lines(_ name: String) -> AddressPart {
    AddressPart(
      print: text(name).print,
      parse: { address in
        address.query.filter { $0.name == name }.compactMap(\.value).joined(separator: "\n")
      })
  }
}

extension AddressPart {
  /// The values of a name that the query may have several times, without those that can't be read; at most the first `most`.
  package static func values<Element: LosslessStringConvertible & Sendable>(
    _ name: String, upTo most: Int
  ) -> AddressPart where Value == [Element] {
    AddressPart(
      print: { values, printer in
        for value in values { printer.address.query.append(.init(name, value.description)) }
      },
      parse: { address in
        Array(
          address.query.lazy.filter { $0.name == name }.compactMap { $0.value.flatMap { Element($0) } }.prefix(most))
      })
  }

  /// The element of the page that the address points to; nil for the top of the page, and for an unknown id.
  ///
  /// Browsers do not send it: the address of a request has none.
  public static func fragment<Place>(
    _ id: @escaping @Sendable (Place) -> String, place: @escaping @Sendable (String) -> Place?
  ) -> AddressPart where Value == Place? {
    AddressPart(
      print: { value, printer in printer.address.fragment = value.map(id) },
      parse: { .some($0.fragment.flatMap(place)) })
  }
}

extension PageAddress {
  fileprivate func value(of name: String) -> String? { query.first { $0.name == name }?.value }
}

/// A value that closures share. One that they capture themselves is copied by each call, however the call ends.
@usableFromInline
final class Shared<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @usableFromInline init(_ value: Value) { self.value = value }
}

/// Prints the address of a step: begins with the pattern, and replaces its open segments in order.
@usableFromInline
struct AddressPrinter {
  @usableFromInline
  var address: PageAddress
  /// The index after the last open segment that was replaced.
  private var end = 0

  /// - Parameter segments: the segments of the pattern, open ones in braces.
  @usableFromInline
  init(_ segments: [String]) { address = PageAddress(path: segments) }

  /// Stands for one or more open segments at the end of a pattern.
  static var rest: String { "**" }

  static func isOpen(_ segment: String) -> Bool { segment.utf8.first == UInt8(ascii: "{") }

  @usableFromInline
  mutating func fill(with segment: String) {
    guard let open = address.path[end...].firstIndex(where: Self.isOpen) else {
      return assertionFailure("the pattern of \(path) has fewer open segments than values")
    }
    address.path[open] = segment
    end = open + 1
  }

  /// The address, whose open segments have all been replaced.
  @usableFromInline
  var complete: PageAddress {
    assert(
      !address.path[end...].contains { Self.isOpen($0) || $0 == Self.rest },
      "the pattern of \(path) has more open segments than values")
    return address
  }

  private var path: String { "/" + address.path.joined(separator: "/") }

  mutating func fillRest(with segments: [String]) {
    guard address.path.last == Self.rest else { return }
    address.path.replaceSubrange((address.path.count - 1)..., with: segments)
    end = address.path.count
  }
}
