import GRDB
import Tasks

/// A heading in the order of a list.
struct StoredSection {
  let id: SectionID
  let position: Int64
  let name: String
  let version: ChangeID
  let isFolded: Bool
}

extension SectionID {
  /// Its key in the order of its list, in which tasks have positive ones.
  var orderKey: Int64 { -value }
}

extension ClosedRange<Int64> {
  static let everyPosition = Int64.min...Int64.max
}

extension Database {
  /// The headings of a list, in order.
  func headings(of list: ListID) throws -> [StoredSection] {
    try rows(SectionQuery.headings, [list.value]) { row in
      StoredSection(id: row.id(0), position: row[1], name: row[2], version: row.id(3), isFolded: row[4])
    }
  }

  /// The positions of the tasks of a section; nil if the list has no such section.
  func positions(of section: ShownSection, in list: ListID) throws -> ClosedRange<Int64>? {
    if section == .all { return .everyPosition }
    return try headings(of: list).positions(of: section)
  }

  /// The sections of a list, and the number of open tasks before the first one; 0 in a list without sections.
  func sections(of list: ListID) throws -> (sections: [ListSection], unsectioned: Int) {
    let headings = try headings(of: list)
    if headings.isEmpty { return ([], 0) }
    func open(_ section: ShownSection) throws -> Int {
      guard let places = headings.positions(of: section) else { return 0 }
      return try row(SectionQuery.open, [list.value, places.lowerBound, places.upperBound]) { $0[0] as Int } ?? 0
    }
    let sections = try headings.map { heading in
      ListSection(
        id: heading.id, name: heading.name, version: heading.version, isFolded: heading.isFolded,
        open: try open(.section(heading.id)))
    }
    return (sections, try open(.unsectioned))
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
    SELECT id, position, name, version, folded IS NOT NULL FROM sections WHERE list = ? AND deleted IS NULL ORDER BY position
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

  /// The last heading before a task.
  static let ofTask = """
    SELECT (SELECT s.id FROM sections s WHERE s.list = t.list AND s.deleted IS NULL AND s.position < t.position
      ORDER BY s.position DESC LIMIT 1)
    FROM tasks t
    WHERE t.id = ?1 AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?2 AND m.list = t.list)
    """

  /// The rows that move with a section: its tasks in any state. Steps go by the places among each other.
  static let tasks = """
    SELECT id, position FROM tasks WHERE list = ? AND position BETWEEN ? AND ? AND parent IS NULL ORDER BY position LIMIT ?
    """

  static let copy = """
    INSERT INTO sections (list, position, name, version)
    SELECT ?2, position, name, ?3 FROM sections WHERE list = ?1 AND deleted IS NULL
    """

  static let purge = "DELETE FROM sections WHERE id IN (SELECT id FROM sections WHERE deleted <= ? LIMIT 1000)"
}
