/// How far the beginning of an address is: whether its scheme can still be another than it seems (WHATWG URL Standard, section 4.4).
enum AddressState: Hashable {
  /// Nothing of it was read yet.
  case start
  /// What was read can be the beginning of a scheme.
  case scheme(String)
  /// A tag has begun it, and what follows could still make a scheme of it.
  case printed
  /// Its scheme is known, or it has none.
  case decided

  /// What cannot be.
  enum Problem: Error, Hashable {
    /// A scheme that is not allowed.
    case scheme(String)
    /// A character reference, behind which anything can hide.
    case reference
    /// A tag's text and what follows it make a scheme together.
    case puttingTogether
  }

  /// The state behind a character of the template.
  func after(_ scalar: Unicode.Scalar) throws(Problem) -> AddressState {
    // Left out wherever they stand.
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

/// The text of an address attribute, as it may be printed.
enum Address {
  /// The schemes that an address may have, if it has one.
  static let schemes: Set = ["http", "https", "mailto"]
  /// What is printed in the place of any other: an address that leads nowhere.
  static let refused = "about:invalid"

  /// The address, if it is relative or has one of the schemes; else one that leads nowhere.
  static func checked(_ text: String) -> String {
    // What most of ours begin with.
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
