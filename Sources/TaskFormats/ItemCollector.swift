import Tasks

/// Collects the items that a reader finds in a file.
protocol ItemCollector {
  /// What the items make.
  associatedtype Output

  /// The number of items that a reader may hold at once, which bounds its memory. A file with more of them has too many tasks.
  var mostItems: Int { get }

  /// When the reading ends. Readers of formats whose lines are no items check it, too.
  var limit: ReadingLimit { get }

  /// Begins a list, which has no tasks yet. Files of formats with one list only begin none.
  mutating func begin(_ list: PortableList) throws(UnreadableList)

  /// Adds an item to the current list.
  mutating func add(_ item: ReadItem) throws(UnreadableList)

  /// Counts an item that could not be read.
  mutating func skip()

  /// Notes something in the file that belongs to no item.
  mutating func remark(_ reason: ImportRemark.Reason)

  /// Notes text of the file that is not imported: how much, and the first pieces.
  mutating func omit(_ reason: ImportRemark.Reason, count: Int, examples: [Bytes])

  /// All items.
  /// - Parameters:
  ///   - title: the title of the file, valid as the name of a list.
  ///   - appointments: the number of items that are not tasks.
  func output(_ format: PortableFormat, title: String?, appointments: Int) -> Output
}
