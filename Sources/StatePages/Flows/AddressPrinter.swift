/// Prints the address of a step: begins with the pattern, and replaces its open segments in order.
@usableFromInline
struct AddressPrinter {
  @usableFromInline
  var address: PageAddress
  /// The index after the last open segment that was replaced.
  private var end = 0

  /// - Parameter segments: the segments of the pattern, open ones in braces.
  @usableFromInline
  init(_ segments: [String]) {
    address = PageAddress(path: segments)
  }

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
