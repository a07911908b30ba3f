package import HTTPTypes

/// The content coding of a body (RFC 9110, section 8.4).
package enum ContentCoding: Hashable, Sendable, CaseIterable {
  /// Not encoded.
  case identity
  /// One gzip member (RFC 1952).
  case gzip

  /// The available coding that the client prefers (RFC 9110, section 12.5.3): gzip, if it ranks at least as high as
  /// identity.
  ///
  /// No client is refused: one that accepts nothing, or none of these codings, gets identity, and so does one with an
  /// unreadable header.
  package init(acceptedIn headers: HTTPFields) {
    guard let wishes = headers[.acceptEncoding] else {
      self = .identity
      return
    }
    var (gzip, identity, others): (Int?, Int?, Int?) = (nil, nil, nil)
    for wish in wishes.utf8.split(separator: UInt8(ascii: ",")).lazy.compactMap(AcceptedCoding.init) {
      switch wish.coding {
      case "gzip", "x-gzip": gzip = min(gzip ?? wish.weight, wish.weight)
      case "identity": identity = min(identity ?? wish.weight, wish.weight)
      case "*": others = min(others ?? wish.weight, wish.weight)
      default: continue
      }
    }
    let weight = gzip ?? others ?? 0
    self = weight > 0 && weight >= identity ?? 0 ? .gzip : .identity
  }

  /// The value of `Content-Encoding`; nil for no header.
  package var field: String? {
    switch self {
    case .identity: nil
    case .gzip: "gzip"
    }
  }
}

/// A coding and its weight, in thousandths.
private struct AcceptedCoding {
  let coding: String
  let weight: Int

  /// Parses one element of the list; nil if it is invalid.
  init?(_ element: Substring.UTF8View) {
    let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
    guard let name = parts.first, !name.isEmpty, parts.count <= 2 else { return nil }
    coding = String(Substring(name)).lowercased()
    guard parts.count == 2 else {
      weight = 1000
      return
    }
    guard let weight = Self.weight(parts[1]) else { return nil }
    self.weight = weight
  }

  /// Parses `q=` and a number from 0 to 1 with at most three decimals.
  private static func weight(_ parameter: Substring.UTF8View) -> Int? {
    var rest = parameter
    guard let q = rest.popFirst(), q | 0x20 == UInt8(ascii: "q"), rest.popFirst() == UInt8(ascii: "="),
      let whole = rest.popFirst(), [UInt8(ascii: "0"), UInt8(ascii: "1")].contains(whole)
    else { return nil }
    if let point = rest.popFirst(), point != UInt8(ascii: ".") { return nil }
    guard rest.count <= 3 else { return nil }
    var weight = Int(whole - UInt8(ascii: "0"))
    for place in 0..<3 {
      let digit = rest.count > place ? rest[rest.index(rest.startIndex, offsetBy: place)] : UInt8(ascii: "0")
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight = weight * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return weight <= 1000 ? weight : nil
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
