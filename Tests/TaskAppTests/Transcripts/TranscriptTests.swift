import Foundation
import StatePagesTesting
import TestSupport
import Testing

/// The transcripts in `Tests/Transcripts`: what a reader does, and what the app answers.
///
/// Each scene, after `== name`, has a world of its own. A line at the margin is a step (``Transcript/play(_:)``);
/// the indented lines below it are what was recorded. `FOURFOLD_RECORD=1` writes them, to be read before they are
/// committed.
struct TranscriptTests {
  private static let folder = House.root.appending(path: "Tests/Transcripts")

  @Test(arguments: try House.files(in: folder, ending: "txt"))
  func `every answer is as recorded`(file: String) async throws {
    let text = try House.text(of: file, in: Self.folder)
    var played: [String] = []
    var scene: Transcript?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("  ") {
      played.append(String(line))
      if line.hasPrefix("== ") {
        scene = try await Transcript()
      } else if !line.isEmpty, !line.hasPrefix("#") {
        do {
          try await played += #require(scene).play(Self.words(line)).map { "  \($0)" }
        } catch {
          Issue.record(error, "\(file): \(line)")
        }
      }
    }
    let now = played.joined(separator: "\n")
    if GoldenPage.isRecording {
      try now.write(to: Self.folder.appending(path: file), atomically: true, encoding: .utf8)
    } else if now != text {
      Issue.record("\(file) is not as recorded:\n\(Self.difference(from: text, to: now))")
    }
  }

  /// The words of a step. Those with spaces are in double quotes; `{x*9}` is nine times x, and `{t1..3}` three lines.
  private static func words(_ line: Substring) -> [String] {
    var (words, isQuoted) = ([""], false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.map { word in
      TestRow.unescaped(word)
        .replacing(/\{([^{}]+)\*(\d+)\}/) { String(repeating: String($0.1), count: Int($0.2) ?? 0) }
        .replacing(/\{([^{}]+?)(\d+)\.\.(\d+)\}/) { match in
          ((Int(match.2) ?? 0)...(Int(match.3) ?? 0)).map { "\(match.1)\($0)" }.joined(separator: "\n")
        }
    }
  }

  /// The lines that differ, each with the scene and the step that it belongs to.
  private static func difference(from old: String, to new: String) -> String {
    let lines = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let recorded = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let changes = lines.difference(from: recorded).map { change in
      switch change {
      case .insert(let offset, let line, _):
        let above = lines[...offset]
        return (above.last { $0.hasPrefix("== ") } ?? "", above.last { !$0.hasPrefix("  ") } ?? "", "+ \(line)")
      case .remove(let offset, let line, _):
        let above = recorded[...offset]
        return (above.last { $0.hasPrefix("== ") } ?? "", above.last { !$0.hasPrefix("  ") } ?? "", "- \(line)")
      }
    }
    return changes.map { "\($0.0)\n\($0.1)\n\($0.2)" }.joined(separator: "\n")
  }
}
