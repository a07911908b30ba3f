/// Writes lists to a file, piece by piece. Only pieces that were not taken yet are in memory.
///
/// For each list, ``begin(list:)`` comes first, then ``append(_:)`` for each task in order, each task before its descendants.
/// ``end()`` comes last.
public protocol ListWriter: Sendable {
  /// Begins a list, and ends the one before.
  /// - Parameter name: its name.
  mutating func begin(list name: String?)

  /// Writes the next task of the list. Tasks in the trash are left out where the format has none.
  mutating func append(_ task: PortableTask)

  /// Ends the file.
  mutating func end()

  /// Removes and returns the bytes written since the last call, in UTF-8.
  mutating func take() -> [UInt8]

  /// The number of bytes that were written and not taken yet.
  var pendingBytes: Int { get }
}

extension ListWriter {
  /// Writes all lists of a file that are not in the trash.
  public mutating func write(_ lists: [PortableList]) {
    for list in lists where list.deleted == nil {
      begin(list: list.name)
      for task in list.tasks { append(task) }
    }
    end()
  }
}
