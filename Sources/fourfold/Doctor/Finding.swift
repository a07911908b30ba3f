import Foundation

/// What a check of `fourfold doctor` has found.
struct Finding: Hashable, Sendable {
  enum Level: Int, CaseIterable, Comparable, Sendable {
    case ok, warning, problem

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    var word: String {
      switch self {
      case .ok: "ok"
      case .warning: "warning"
      case .problem: "problem"
      }
    }
  }

  let level: Level
  /// What was checked, in one or two words.
  let subject: String
  let text: String
  /// What to do; nil if nothing.
  let remedy: String?

  static func ok(_ subject: String, _ text: String) -> Finding {
    Finding(level: .ok, subject: subject, text: text, remedy: nil)
  }

  static func warning(_ subject: String, _ text: String, do remedy: String) -> Finding {
    Finding(level: .warning, subject: subject, text: text, remedy: remedy)
  }

  static func problem(_ subject: String, _ text: String, do remedy: String) -> Finding {
    Finding(level: .problem, subject: subject, text: text, remedy: remedy)
  }
}

extension Finding {
  private static let levelWidth = Level.allCases.map(\.word.count).max() ?? 0
  private static let subjectWidth = 12

  /// The finding as lines of text: the finding itself, and below it what to do.
  /// - Parameter isColored: whether the terminal shows colors.
  func lines(isColored: Bool) -> [String] {
    let word = level.word.padding(toLength: Self.levelWidth, withPad: " ", startingAt: 0)
    let name = subject.padding(toLength: max(Self.subjectWidth, subject.count), withPad: " ", startingAt: 0)
    let shown = isColored ? "\u{1B}[\(level.color)m\(word)\u{1B}[0m" : word
    let indent = String(repeating: " ", count: Self.levelWidth + Self.subjectWidth + 4)
    return ["\(shown)  \(name)  \(text)"] + [remedy.map { indent + $0 }].compactMap(\.self)
  }
}

extension Finding.Level {
  /// The parameter of the SGR control sequence (ECMA-48, section 8.3.117).
  fileprivate var color: Int {
    switch self {
    case .ok: 32
    case .warning: 33
    case .problem: 31
    }
  }
}
