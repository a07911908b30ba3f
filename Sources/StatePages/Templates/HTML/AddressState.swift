/// How much of an address's scheme is known (WHATWG URL Standard, section 4.4).
enum AddressState: Hashable {
  /// Nothing was read yet.
  case start
  /// The text read so far can be the beginning of a scheme.
  case scheme(String)
  /// A tag begins the address, and the text after it could still complete a scheme.
  case printed
  /// The scheme is known, or there is none.
  case decided

  /// An invalid beginning of an address.
  enum Problem: Error, Hashable {
    case scheme(String)
    /// A character reference, which could encode any character.
    case reference
    /// A tag's text and the text after it could form a scheme together.
    case puttingTogether
  }

  /// The state after a character of the template.
  func after(_ scalar: Unicode.Scalar) throws(Problem) -> AddressState {
    // URL parsers remove these characters everywhere.
    if ["\t", "\n", "\r"].contains(scalar) { return self }
    switch self {
    case .start:
      if scalar.value <= 0x20 { return .start }
      if scalar == "&" { throw .reference }
      return scalar.isASCIILetter ? .scheme(String(scalar).lowercased()) : .decided
    case .scheme(let scheme):
      if scalar == "&" { throw .reference }
      guard scalar != ":" else {
        guard Address.schemes.contains(scheme) else { throw .scheme(scheme) }
        return .decided
      }
      return scalar.canStandInScheme ? .scheme(scheme + String(scalar).lowercased()) : .decided
    case .printed:
      guard scalar != ":", scalar != "&", !scalar.canStandInScheme else { throw .puttingTogether }
      return .decided
    case .decided:
      return .decided
    }
  }
}

/// Validates the text of an address attribute.
enum Address {
  static let schemes: Set = ["http", "https", "mailto"]
  /// Replaces an address with any other scheme; leads nowhere.
  static let refused = "about:invalid"

  /// The address, if it is relative or has an allowed scheme; else ``refused``.
  static func checked(_ text: String) -> String {
    // Fast path: most addresses are paths or queries.
    if let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "?") { return text }
    var state = AddressState.start
    for scalar in text.unicodeScalars {
      do throws(AddressState.Problem) {
        state = try scalar == "&" ? .decided : state.after(scalar)
      } catch {
        return refused
      }
      if state == .decided { return text }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

  fileprivate var canStandInScheme: Bool {
    isASCIILetter || ("0"..."9").contains(self) || ["+", "-", "."].contains(self)
  }
}
