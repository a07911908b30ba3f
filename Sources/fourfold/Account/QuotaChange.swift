import Foundation
import Tasks

/// A typed quota.
enum QuotaChange: Hashable {
  case own(Int)
  case usual

  /// Nil if the text is no quota of that quantity.
  init?(_ text: String, of quantity: LimitedQuantity) {
    if text.lowercased() == "default" {
      self = .usual
      return
    }
    let number =
      switch quantity {
      case .bytes: Self.bytes(text)
      case .tasks, .lists, .sources: Int(text)
      }
    guard let number, (0...1_000_000_000_000_000).contains(number) else { return nil }
    self = .own(number)
  }

  /// The quota; nil for the server's.
  var value: Int? {
    switch self {
    case .own(let number): number
    case .usual: nil
    }
  }

  private static let units = ["tb": 1e12, "gb": 1e9, "mb": 1e6, "kb": 1e3, "b": 1]

  private static func bytes(_ text: String) -> Int? {
    let letters = text.lowercased().reversed().prefix { $0.isLetter }.reversed()
    guard let unit = letters.isEmpty ? 1 : units[String(letters)] else { return nil }
    let digits = text.dropLast(letters.count).trimmingCharacters(in: .whitespaces)
    guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
    return Int(exactly: (number * unit).rounded())
  }
}
