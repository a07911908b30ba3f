/// A password that nobody knows, and that is easy to type.
enum DemoPassword {
  /// Twelve letters in three groups, one of 377 billion.
  static func make() -> String {
    (0..<3).map { _ in
      (0..<2).map { _ in String(pick(from: "bdfghjklmnprstvwz")) + String(pick(from: "aeiou")) }.joined()
    }.joined(separator: "-")
  }

  /// Of the system's own randomness, as all secrets.
  private static func pick(from letters: String) -> Character {
    letters.randomElement() ?? "x"
  }
}
