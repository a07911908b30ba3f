/// Generates a random password that is easy to type.
enum DemoPassword {
  /// Twelve letters in three groups; 377 billion combinations.
  static func make() -> String {
    (0..<3).map { _ in
      (0..<2).map { _ in String(pick(from: "bdfghjklmnprstvwz")) + String(pick(from: "aeiou")) }.joined()
    }.joined(separator: "-")
  }

  /// Uses the system's random number generator.
  private static func pick(from letters: String) -> Character {
    letters.randomElement() ?? "x"
  }
}
