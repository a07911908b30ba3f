/// A piece of an address that holds a value of a step: it prints the value and reads it, so the two can't differ.
///
/// A part of the path that can't be read makes the whole address unknown. A part of the query that can't be read counts as
/// absent: a link with a page number that is none still leads to the page.
public struct AddressPart<Value: Sendable>: Sendable {
  let print: @Sendable (Value, inout PageAddress) -> Void
  /// Takes a part of the path off, and leaves the query as it is.
  let parse: @Sendable (inout PageAddress) -> Value?

  init(
    print: @escaping @Sendable (Value, inout PageAddress) -> Void,
    parse: @escaping @Sendable (inout PageAddress) -> Value?
  ) {
    self.print = print
    self.parse = parse
  }

  /// A value that is made of others.
  /// - Parameters:
  ///   - parts: where its pieces stand.
  ///   - value: makes it; nil if there is none of such pieces.
  ///   - pieces: takes it apart; nil if it is another case, which these parts don't print.
  public init<each Piece: Sendable>(
    _ parts: repeat AddressPart<each Piece>,
    value: @escaping @Sendable (repeat each Piece) -> Value?,
    pieces: @escaping @Sendable (Value) -> (repeat each Piece)?
  ) {
    let all = (repeat each parts)
    print = { whole, address in
      guard let values = pieces(whole) else { return }
      repeat (each all).print(each values, &address)
    }
    parse = { address in
      func read<One>(_ part: AddressPart<One>) throws(Unreadable) -> One {
        guard let piece = part.parse(&address) else { throw Unreadable() }
        return piece
      }
      do {
        return value(repeat try read(each all))
      } catch {
        return nil
      }
    }
  }

  private struct Unreadable: Error {}
}

extension AddressPart where Value: LosslessStringConvertible {
  /// The next open segment of the pattern's path, such as an id.
  public static var segment: AddressPart {
    AddressPart(
      print: { $1.path.append($0.description) },
      parse: { address in address.path.isEmpty ? nil : Value(address.path.removeFirst()) })
  }
}

extension AddressPart<String> {
  /// The open segments at the end of a pattern that ends with `**`, with slashes between them.
  public static var rest: AddressPart {
    AddressPart(
      print: { $1.path += $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init) },
      parse: { address in
        defer { address.path = [] }
        return address.path.isEmpty ? nil : address.path.joined(separator: "/")
      })
  }
}

extension AddressPart {
  /// A value of the query; nil where the address does not name it.
  public static func query<Wrapped: LosslessStringConvertible & Sendable>(_ name: String) -> AddressPart
  where Value == Wrapped? {
    AddressPart(
      print: { value, address in
        if let value { address.query.append(.init(name, value.description)) }
      },
      parse: { .some($0.value(of: name).flatMap { Wrapped($0) }) })
  }
}

extension AddressPart {
  /// One of a few values of the query; nil where the address names none of them.
  public static func choice<Choice: RawRepresentable<String> & Sendable>(_ name: String) -> AddressPart
  where Value == Choice? {
    AddressPart(
      print: { value, address in
        if let value { address.query.append(.init(name, value.rawValue)) }
      },
      parse: { .some($0.value(of: name).flatMap { Choice(rawValue: $0) }) })
  }
}

extension AddressPart<Bool> {
  /// A name of the query that is there or not, such as `?arrange`; `value` is printed with it, and not looked at.
  public static func flag(_ name: String, value: String? = nil) -> AddressPart {
    AddressPart(
      print: { isSet, address in
        if isSet { address.query.append(.init(name, value)) }
      },
      parse: { address in address.query.contains { $0.name == name } })
  }
}

extension AddressPart<Int> {
  /// The number of a page, from 1; the first goes without saying.
  public static func number(_ name: String) -> AddressPart {
    AddressPart(
      print: { number, address in
        if number > 1 { address.query.append(.init(name, String(number))) }
      },
      parse: { max(1, $0.value(of: name).flatMap { Int($0) } ?? 1) })
  }
}

extension AddressPart<String> {
  /// A text of the query; the empty one goes without saying.
  public static func text(_ name: String) -> AddressPart {
    AddressPart(
      print: { text, address in
        if !text.isEmpty { address.query.append(.init(name, text)) }
      },
      parse: { $0.value(of: name) ?? "" })
  }
}

extension AddressPart {
  /// The place on the page that the address points to; nil for its beginning, and for a place that there is not.
  ///
  /// Browsers keep it to themselves: an address that was asked for has none.
  public static func fragment<Place>(
    _ id: @escaping @Sendable (Place) -> String, place: @escaping @Sendable (String) -> Place?
  ) -> AddressPart where Value == Place? {
    AddressPart(
      print: { value, address in address.fragment = value.map(id) },
      parse: { .some($0.fragment.flatMap(place)) })
  }
}

extension PageAddress {
  fileprivate func value(of name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
