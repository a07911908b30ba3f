/// A location in an app's sources. Empty in release builds, where it takes no memory.
struct SourceLocation: Sendable, CustomStringConvertible {
  #if DEBUG
    private let file: StaticString
    private let line: UInt

    init(_ file: StaticString, _ line: UInt) {
      self.file = file
      self.line = line
    }

    /// `Module/File.swift:12`.
    var description: String { "\(file):\(line)" }
  #else
    init(_ file: StaticString, _ line: UInt) {}

    /// Empty.
    var description: String { "" }
  #endif

  /// A name, followed by the location if it is known.
  func behind(_ name: String) -> String {
    let place = description
    return place.isEmpty ? name : "\(name) (\(place))"
  }
}
