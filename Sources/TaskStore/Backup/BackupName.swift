import Foundation

/// The name of a scheduled backup, made of the database's name and the time: `fourfold-20260301T093000Z.sqlite`.
struct BackupName: Hashable, Sendable {
  private static let ending = ".sqlite"

  let text: String
  let time: Date

  /// The name of a backup of the database at `path`.
  init(of path: String, at time: Date) {
    text = Self.beginning(path) + FileTime.text(of: time) + Self.ending
    self.time = time
  }

  /// Nil if `text` is not the name of a scheduled backup of the database at `path`, exactly.
  init?(_ text: String, of path: String) {
    let beginning = Self.beginning(path)
    guard text.hasPrefix(beginning), text.hasSuffix(Self.ending),
      let time = FileTime.time(of: String(text.dropFirst(beginning.count).dropLast(Self.ending.count)))
    else { return nil }
    (self.text, self.time) = (text, time)
  }

  private static func beginning(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent + "-"
  }
}
