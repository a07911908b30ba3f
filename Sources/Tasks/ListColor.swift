/// The color of a list or a tag, as calendar programs send that of a list. Pages show the nearest of six that have a name.
package struct ListColor: Hashable, Sendable {
  /// Six digits in lower case: `#3b62b8`.
  package let hex: String

  /// Nil if the text is not `#` and six digits. The opacity after them is dropped.
  package init?(hex text: some StringProtocol) {
    let text = text.utf8.count <= 9 ? text.lowercased() : ""
    let digits = text.dropFirst()
    guard text.first == "#", [6, 8].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    hex = "#" + digits.prefix(6)
  }

  private init(_ hex: String) { self.hex = hex }

  /// The colors that a reader chooses from.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case red, amber, green, teal, blue, purple

    /// As it is on a light page.
    package var color: ListColor {
      switch self {
      case .red: ListColor("#b03a48")
      case .amber: ListColor("#96690a")
      case .green: ListColor("#55741f")
      case .teal: ListColor("#12708a")
      case .blue: ListColor("#3b62b8")
      case .purple: ListColor("#8a4a96")
      }
    }
  }

  /// The nearest named color, by the squared distance of red, green and blue.
  package var name: Name {
    let mine = parts
    func distance(_ name: Name) -> Int { zip(mine, name.color.parts).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    return Name.allCases.min { distance($0) < distance($1) } ?? .blue
  }

  private var parts: [Int] {
    let value = Int(hex.dropFirst(), radix: 16) ?? 0
    return [value >> 16, value >> 8 & 255, value & 255]
  }
}
