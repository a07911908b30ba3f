package import Foundation

/// A folder of texts that a test compares with what is rendered now.
package struct GoldenFiles: Sendable {
  private let folder: URL
  /// Whether the files are written instead of compared.
  package let isRecording: Bool

  /// A text that differs from its file.
  package struct Mismatch: Error, Hashable, CustomStringConvertible, Sendable {
    package let name: String
    /// The number of the first line that differs, from 1.
    package let line: Int
    package var description: String { "\(name) differs from its golden file, first in line \(line)." }
  }

  /// Creates a folder of golden files.
  /// - Parameters:
  ///   - folder: the folder.
  ///   - isRecording: whether to write the files, to be read before they are committed.
  package init(_ folder: URL, isRecording: Bool = false) {
    self.folder = folder
    self.isRecording = isRecording
  }

  /// Compares a text with a file byte for byte, or writes the file.
  /// - Throws: ``Mismatch`` if they differ; the file system's error if the file can't be read or written.
  package func check(_ text: String, as name: String) throws {
    let file = folder.appending(path: name)
    if isRecording {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    // Compared by bytes: equal strings may differ in their Unicode normalization.
    guard !text.utf8.elementsEqual(golden.utf8) else { return }
    let lines = zip(Self.lines(of: text), Self.lines(of: golden)).prefix { $0.elementsEqual($1) }
    throw Mismatch(name: name, line: lines.count + 1)
  }

  private static func lines(of text: String) -> [Substring.UTF8View.SubSequence] {
    Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
