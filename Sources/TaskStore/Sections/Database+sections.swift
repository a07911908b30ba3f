import GRDB
import Tasks

/// A heading in the order of a list.
struct StoredSection {
  let id: SectionID
  let position: Int64
  let name: String
  let version: ChangeID
}

extension SectionID {
  /// The key of the section in the order of its list, in which tasks have positive ones.
  var orderKey: Int64 { -value }
}

extension ClosedRange<Int64> {
  static let everyPosition = Int64.min...Int64.max
}

extension Database {
  func headings(of list: ListID) throws -> [StoredSection] {
    try rows(SectionQuery.headings, [list.value]) { row in
      StoredSection(id: row.id(0), position: row[1], name: row[2], version: row.id(3))
    }
  }

  /// The positions of the tasks of a section; nil if the list has no such section.
  func positions(of section: ShownSection, in list: ListID) throws -> ClosedRange<Int64>? {
    if section == .all { return .everyPosition }
    return try headings(of: list).positions(of: section)
  }

  /// The sections of a list as an account sees them, and the number of open tasks before the first one; 0 in a list without sections.
  func sections(
    of list: ListID, under headings: [StoredSection], for account: AccountID
  ) throws -> (sections: [ListSection], unsectioned: Int) {
    if headings.isEmpty { return ([], 0) }
    func open(_ section: ShownSection) throws -> Int {
      guard let places = headings.positions(of: section) else { return 0 }
      return try count(SectionQuery.open, [list.value, places.lowerBound, places.upperBound])
    }
    let folded = Set(try rows(FoldQuery.sections, [list.value, account.value]) { $0.id(0) as SectionID })
    let sections = try headings.map { heading in
      ListSection(
        id: heading.id, name: heading.name, version: heading.version, isFolded: folded.contains(heading.id),
        open: try open(.section(heading.id)))
    }
    return (sections, try open(.unsectioned))
  }

  func taskPlace(
    of task: TaskID, in list: ListID, section alone: SectionID? = nil, for account: AccountID,
    keeping changed: [ChangedRow] = [], _ zone: String
  ) throws -> TaskPlace? {
    let headings = try headings(of: list)
    let kept = changed.first { $0.row.id == task && $0.isRow(of: list) }?.place
    guard let place = try kept ?? StoredTask.find(outermost(of: task), for: account, self)?.place else { return nil }
    let section = alone ?? headings.last { $0.position < place.position }?.id
    guard let places = headings.positions(of: ShownSection(section)),
      let position = try openPlace(of: task, in: list, places, for: account, keeping: changed, zone),
      let summary = try row(ListQuery.byID, [account.value, list.value], ListQuery.summary)
    else { return nil }
    let (sections, unsectioned) = try sections(of: list, under: headings, for: account)
    return TaskPlace(list: summary, sections: sections, unsectioned: unsectioned, section: section, position: position)
  }
}

extension [StoredSection] {
  func positions(of section: ShownSection) -> ClosedRange<Int64>? {
    switch section {
    case .all: .everyPosition
    case .unsectioned: Int64.min...(first?.position ?? .max)
    case .section(let id):
      firstIndex { $0.id == id }.map { index in
        self[index].position...(index + 1 < count ? self[index + 1].position : .max)
      }
    }
  }
}

enum SectionQuery {
  static let headings = """
    SELECT id, position, name, version FROM sections WHERE list = ? AND deleted IS NULL ORDER BY position
    """

  static let open = """
    SELECT count(*) FROM tasks
    WHERE list = ? AND position BETWEEN ? AND ? AND parent IS NULL AND done IS NULL AND deleted IS NULL
    """

  static let ofMember = """
    SELECT s.list FROM sections s
    WHERE s.id = ?1 AND s.deleted IS NULL
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?2 AND m.list = s.list)
    """

  /// The rows that move with a section: its tasks in any state. Subtasks go by the places among each other.
  static let tasks = """
    SELECT id, position FROM tasks WHERE list = ? AND position BETWEEN ? AND ? AND parent IS NULL ORDER BY position LIMIT ?
    """

  static let copy = """
    INSERT INTO sections (list, position, name, version)
    SELECT ?2, position, name, ?3 FROM sections WHERE list = ?1 AND deleted IS NULL
    """

  static let purge = "DELETE FROM sections WHERE id IN (SELECT id FROM sections WHERE deleted <= ? LIMIT 1000)"
}
