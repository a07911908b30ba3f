/// A location in an app's sources.
struct SourceLocation: Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = line
  }

  /// `Module/File.swift:12`.
  var description: String { "\(file):\(line)" }

  /// A name, followed by the location.
  func behind(_ name: String) -> String { "\(name) (\(description))" }
}
