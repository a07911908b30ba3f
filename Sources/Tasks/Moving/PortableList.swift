public import Foundation

/// A list on its way into the app or out of it.
public struct PortableList: Hashable, Sendable {
  /// What a list shows.
  public enum Kind: Hashable, Sendable {
    /// Its own tasks.
    case tasks
    /// The results of a search: a saved filter with this query.
    case filter(String)
    /// The tasks of a file or calendar at an address: a followed list.
    case source(String)
  }

  /// The name, valid as the name of a list; nil if the file has none.
  public var name: String?
  /// What it shows. Only lists of tasks have ``tasks``.
  public var kind: Kind
  /// When it was created; nil if it is not known.
  public var created: Date?
  /// When it was moved to the trash; nil if it is not there.
  public var deleted: Date?
  /// The tasks in order, each directly before its descendants.
  public var tasks: [PortableTask]
  /// What was left out or changed.
  public var remarks: ImportRemarks

  /// Creates a list.
  public init(
    name: String?, kind: Kind = .tasks, created: Date? = nil, deleted: Date? = nil, tasks: [PortableTask] = [],
    remarks: ImportRemarks = ImportRemarks()
  ) {
    self.name = name
    self.kind = kind
    self.created = created
    self.deleted = deleted
    self.tasks = tasks
    self.remarks = remarks
  }

  /// The sections, in the order of their first tasks.
  public var sections: [String] {
    var seen: Set<String> = []
    return tasks.compactMap(\.section).filter { seen.insert($0).inserted }
  }
}
