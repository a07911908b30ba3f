/// Writes lists to a file, piece by piece. Only pieces that were not taken yet are in memory.
///
/// For each list, ``begin(list:)`` comes first, then ``append(_:)`` for each task in order, each task before its descendants.
/// ``end()`` comes last.
package protocol ListWriter: Sendable {
  /// Begins a list, and ends the one before.
  /// - Parameter name: its name.
  mutating func begin(list name: String?)

  /// Begins a list with everything that is known of it; its tasks follow. Formats that hold only names begin it by its name.
  /// - Parameter role: the account's role.
  mutating func begin(_ list: PortableList, role: Role)

  /// Writes the next task of the list. Tasks in the trash are left out where the format has none.
  mutating func append(_ task: PortableTask)

  /// Writes the next task of the list, whose parent may be anywhere in the list if the format names parents.
  /// - Parameter parent: the identifier of the task that it is a step of.
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

  package mutating func begin(_ list: PortableList, role: Role) { begin(list: list.name) }

  /// Writes the next task; its depth tells its parent.
  package mutating func append(_ task: PortableTask, parent: String?) { append(task) }

  /// Writes all lists of a file that are not in the trash.
  package mutating func write(_ lists: [PortableList]) {
    for list in lists where list.deleted == nil {
      begin(list, role: .owner)
      for task in list.tasks { append(task) }
    }
    end()
  }
}
