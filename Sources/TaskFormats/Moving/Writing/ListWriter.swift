package import Tasks

/// Writes lists to a file, piece by piece. Only pieces that were not taken yet are in memory.
///
/// For each list, ``begin(_:role:)`` comes first, then ``append(_:parent:)`` for each task in order, each task before its descendants.
/// ``end()`` comes last.
package protocol ListWriter: Sendable {
  /// Begins a list, and ends the one before.
  /// - Parameters:
  ///   - list: the list, whose tasks follow. Many formats hold its name only.
  ///   - role: the account's role.
  mutating func begin(_ list: PortableList, role: Role)

  /// Writes the next task of the list. Tasks in the trash are left out where the format has none.
  /// - Parameter parent: the identifier of the task that it is a subtask of. Where the format names no parents, its depth tells.
  mutating func append(_ task: PortableTask, parent: String?)

  /// Ends the file.
  mutating func end()

  /// The bytes that were written and not taken yet, in UTF-8.
  var bytes: [UInt8] { get set }
}

extension ListWriter {
  /// Ends a file that needs no end.
  package mutating func end() {}

  /// Removes and returns the bytes written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
