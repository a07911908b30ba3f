/// Where in an app's sources something was made. Only debug builds know; in others it takes no room.
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

    /// Says nothing.
    var description: String { "" }
  #endif

  /// The same behind a name, where it is known.
  func behind(_ name: String) -> String {
    let place = description
    return place.isEmpty ? name : "\(name) (\(place))"
  }
}
