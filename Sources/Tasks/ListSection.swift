/// A section of a list: a heading in the list's own order. It has the tasks between its place and that of the next heading.
package struct ListSection: Hashable, Sendable {
  package let id: SectionID
  /// The name, as typed.
  package let name: String
  /// The change that last edited the name, and the `version` that the form for renaming sends.
  package let version: ChangeID
  /// Whether its tasks are hidden.
  package let isFolded: Bool
  /// The number of open tasks, without subtasks.
  package let open: Int

  package init(id: SectionID, name: String, version: ChangeID, isFolded: Bool, open: Int) {
    (self.id, self.name, self.version, self.isFolded, self.open) = (id, name, version, isFolded, open)
  }
}

/// The tasks of a list that a page shows.
package enum ShownSection: Hashable, Sendable {
  case all
  /// The tasks before the first heading.
  case unsectioned
  case section(SectionID)

  /// The section; nil means those before the first heading.
  package init(_ section: SectionID?) { self = section.map { .section($0) } ?? .unsectioned }
}

/// A move of a section, with its tasks, among those of its list.
package enum SectionMove: Hashable, Sendable {
  case before(SectionID), bottom
}
