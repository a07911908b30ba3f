/// The lists of a file from elsewhere, or of an own export.
public struct PortableFile: Hashable, Sendable {
  /// The format of the file.
  public var format: PortableFormat
  /// The lists in order. Several may have the same name.
  public var lists: [PortableList]
  /// What was left out and belongs to no list.
  public var remarks: ImportRemarks
  /// What the content leaves open, whatever was chosen.
  public var questions = ImportQuestions()

  /// Creates a file.
  public init(format: PortableFormat, lists: [PortableList], remarks: ImportRemarks = ImportRemarks()) {
    self.format = format
    self.lists = lists
    self.remarks = remarks
  }

  /// The number of tasks in all lists, the trash included.
  public var count: Int { lists.reduce(0) { $0 + $1.tasks.count } }
}
