public import Foundation

/// Files of scenes: what somebody does, and what is answered.
///
/// Each scene, after `== name`, begins anew. A line at the margin is a step; the indented lines below it are what was recorded.
/// `FOURFOLD_RECORD=1` writes them, to be read before they are committed.
public enum Scenes {
  /// Plays the scenes of a file, and returns the lines that differ from the recorded ones, each with its scene and step.
  public static func differences<Scene>(
    in file: URL, beginning: () async throws -> Scene, step: (Scene, [String]) async throws -> [String]
  ) async throws -> String {
    let text = try String(contentsOf: file, encoding: .utf8)
    var played: [String] = []
    var scene: Scene?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !line.hasPrefix("  ") {
      played.append(String(line))
      if line.hasPrefix("== ") {
        scene = try await beginning()
      } else if !line.isEmpty, !line.hasPrefix("#"), let scene {
        do {
          played += try await step(scene, words(line)).map { "  \($0)" }
        } catch {
          // A scene goes on after a step that can't be taken, so that one run tells of all.
          played.append("  ! \(error)")
        }
      }
    }
    let now = played.joined(separator: "\n")
    guard ProcessInfo.processInfo.environment["FOURFOLD_RECORD"] != nil else {
      return now == text && !now.contains("\n  ! ") ? "" : difference(from: text, to: now)
    }
    try now.write(to: file, atomically: true, encoding: .utf8)
    return played.filter { $0.hasPrefix("  ! ") }.joined(separator: "\n")
  }

  /// The words of a step. Those with spaces are in double quotes; `{x*9}` is nine times x, and `{t1..3}` three lines.
  private static func words(_ line: Substring) -> [String] {
    var (words, isQuoted, isEscaped) = ([""], false, false)
    for character in line {
      switch character {
      case "\"" where !isEscaped: isQuoted.toggle()
      case " " where !isQuoted: words.append("")
      default: words[words.count - 1].append(character)
      }
      isEscaped = character == "\\" && !isEscaped
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
    func told(_ offset: Int, _ line: String, of lines: [String], _ mark: String) -> String {
      let above = lines[...offset]
      let (scene, step) = (above.last { $0.hasPrefix("== ") } ?? "", above.last { !$0.hasPrefix("  ") } ?? "")
      return "\(scene)\n\(step)\n\(mark) \(line)"
    }
    let changes = lines.difference(from: recorded).map { change in
      switch change {
      case .insert(let offset, let line, _): told(offset, line, of: lines, "+")
      case .remove(let offset, let line, _): told(offset, line, of: recorded, "-")
      }
    }
    return changes.isEmpty
      ? lines.filter { $0.hasPrefix("  ! ") }.joined(separator: "\n") : changes.joined(separator: "\n")
  }
}
