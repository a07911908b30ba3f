import Foundation
import Testing

@testable import Tasks

/// Lines of a quick-add field, with what is understood at 14:52 on Wednesday, 25 November 2026.
enum QuickAddTable {
  static let today = Day(iso: "2026-11-25") ?? .first
  static let context = context(in: "en")

  static func context(in language: String) -> QuickAddContext {
    QuickAddContext(today: today, now: TimeOfDay("14:52") ?? .midnight, language: language)
  }

  struct Line: CustomStringConvertible, Sendable {
    let language: String
    let text: String
    /// The title; nil if nothing is understood.
    let title: String?
    /// What ``summary(_:)`` tells.
    let meaning: String
    var description: String { text }
  }

  /// The tables by their languages, and how many lines each has at least.
  static let tables = [("en", "lines.tsv", 400), ("de", "german.tsv", 150), ("ar", "arabic.tsv", 150)]
  static let lines = tables.flatMap { language, name, _ in
    read(name).map {
      Line(
        language: language, text: $0[0], title: $0.count > 1 ? $0[1] : nil, meaning: $0.count > 2 ? $0[2] : "")
    }
  }
  static let understood = lines.filter { $0.title != nil }
  static let literal = lines.filter { $0.title == nil }

  /// The lines of a table of `Tests/Capture`, without comments; an empty one fails the test that counts them.
  static func read(_ name: String) -> [[String]] {
    let file = URL(filePath: "../../Capture/\(name)", relativeTo: URL(filePath: #filePath))
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("//") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static func summary(_ line: QuickAddLine) -> String {
    let parts = [
      line.repeats?.description ?? line.due?.iso, line.start.map { "from \($0.iso)" }, line.time?.description,
      line.priority?.name,
    ]
    return (parts.compactMap(\.self) + line.tags.map { "#\($0.name)" }).joined(separator: " ")
  }
}
