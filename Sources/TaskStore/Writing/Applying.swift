import GRDB
import Tasks

extension Write {
  /// Updates the given columns of a row. If one of them is the row's own text, the row's version becomes `change`.
  /// - Parameter list: the list of the change.
  func apply(
    _ values: [Patch.Column: Stored], _ table: Patch.Table, _ id: Int64, in list: ListID? = nil, _ change: ChangeID
  ) throws {
    if table == .members, let list { return try setRole(values[.role]?.plain, of: AccountID(id), in: list, change) }
    if table == .invitations { try noteInvited(by: id) }
    if table == .tasks, let tags = values[.tags]?.tags { try tags.tags.forEach(register) }
    let columns = Patch.Column.allCases.filter { values[$0] != nil }
    var assignments = columns.map { "\($0.rawValue) = ?" }
    var arguments = columns.map { values[$0]?.databaseValue ?? .null }
    if table == .tasks, columns.contains(where: \.isContent) {
      assignments.append("changed = ?")
      arguments.append(now.value.databaseValue)
    }
    if table == .tasks {
      assignments.append("revision = ?")
      arguments.append(change.value.databaseValue)
    }
    if table == .tasks, values[.deleted] != nil, values[.withdrawn] == nil { assignments.append("withdrawn = NULL") }
    if columns.contains(where: \.isOwnText) {
      assignments.append("version = ?")
      arguments.append(change.value.databaseValue)
    }
    if table == .sources {
      // The validators and failures belong to the old address. The fetched copy stays until it is replaced.
      assignments.append(Self.forgettingAnswers)
      arguments += [now.value.databaseValue, now.value.databaseValue]
    }
    arguments += key(table, id)
    let set = assignments.joined(separator: ", ")
    try run("UPDATE \(table.name) SET \(set) WHERE \(table.key)", StatementArguments(arguments))
    // The texts of its subtasks name the identifier.
    if table == .tasks, values[.uid] != nil { try run(Self.touchSubtasks, [change.value, id]) }
  }

  private static let touchSubtasks = "UPDATE tasks SET revision = ? WHERE parent = ?"

  private static let forgettingAnswers = """
    revision = revision + 1, wanted = ?, next = ?, not_before = NULL, etag = NULL, modified = NULL, ctag = NULL,
    failure = NULL, failure_detail = NULL, failing_since = NULL, failed_times = NULL
    """

  /// The current values of the given columns; nil if the row does not exist.
  func values(
    of columns: [Patch.Column], _ table: Patch.Table, _ id: Int64, in list: ListID? = nil
  ) throws -> [Patch.Column: Stored]? {
    if table == .members, let list {
      return [.role: try db.role(of: AccountID(id), in: list).map { .text($0.rawValue) } ?? .null]
    }
    return try db.row(
      "SELECT \(columns.map(\.rawValue).joined(separator: ", ")) FROM \(table.name) WHERE \(table.key)",
      StatementArguments(key(table, id))
    ) { row in
      var values: [Patch.Column: Stored] = [:]
      for (index, column) in columns.enumerated() { values[column] = try Stored(row[index] as DatabaseValue) }
      return values
    }
  }

  private func key(_ table: Patch.Table, _ id: Int64) -> [DatabaseValue] {
    switch table {
    case .tasks, .lists, .sources, .filters, .sections, .members, .invitations, .pages, .comments:
      [id.databaseValue]
    case .places: [account.value.databaseValue, id.databaseValue]
    }
  }
}

extension Patch.Table {
  fileprivate var name: String {
    switch self {
    case .tasks: "tasks"
    case .lists: "lists"
    case .places, .members: "memberships"
    case .sources: "sources"
    case .sections: "sections"
    case .filters: "filters"
    case .invitations: "invitations"
    case .pages: "shared_pages"
    case .comments: "comments"
    }
  }

  fileprivate var key: String {
    switch self {
    case .tasks, .lists, .sources, .sections, .invitations, .pages, .comments: "id = ?"
    // The list is known to the change alone: see `Write.setRole`.
    case .members: "account = ?"
    case .places: "account = ? AND list = ?"
    case .filters: "list = ?"
    }
  }
}
