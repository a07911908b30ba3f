package import Foundation
package import Tasks

/// A list on its way into the app or out of it.
package struct PortableList: Hashable, Sendable {
  /// What a list shows.
  package enum Kind: Hashable, Sendable {
    case tasks
    /// The results of a search: a saved filter with this query.
    case filter(String)
    /// The tasks of a file or calendar at an address: a followed list.
    case source(String)
  }

  /// The number by which the saved filters of its file refer to it; nil if it has none.
  package var number: Int64?
  /// The name, valid as the name of a list; nil if the file has none.
  package var name: String?
  /// What it shows. Only lists of tasks have ``tasks``.
  package var kind: Kind
  /// When it was created; nil if it is not known.
  package var created: Date?
  /// When it was moved to the trash; nil if it is not there.
  package var deleted: Date?
  /// The tasks in order, each directly before its descendants.
  package var tasks: [PortableTask]
  /// What was left out or changed.
  package var remarks: ImportRemarks
  /// How the account looks at it; nil if it is not known.
  package var preferences: ListPreferences?
  /// Whether it is the Inbox of its account. An import makes it the Inbox of an account whose own one was never used.
  package var isInbox = false
  /// The names of all its sections, in order; empty if only its tasks tell them.
  package var headings: [String]
  /// The colors that the account gave to tags of its tasks, by their names.
  package var tagColors: [String: ListColor] = [:]

  package init(
    number: Int64? = nil, name: String?, kind: Kind = .tasks, created: Date? = nil, deleted: Date? = nil,
    tasks: [PortableTask] = [],
    remarks: ImportRemarks = ImportRemarks(), preferences: ListPreferences? = nil, headings: [String] = []
  ) {
    (self.number, self.name, self.kind, self.created, self.deleted) = (number, name, kind, created, deleted)
    (self.preferences, self.headings, self.tasks, self.remarks) = (preferences, headings, tasks, remarks)
  }

  /// The sections: those of its headings, then others in the order of their first tasks.
  package var sections: [String] {
    var seen: Set<String> = []
    return (headings + tasks.compactMap(\.section)).filter { seen.insert($0).inserted }
  }
}

extension PortableList {
  /// Lists with at most so many tasks: the list itself, or parts with a number after its name. A nested task stays with its ancestors,
  /// unless they alone are too many.
  package func divided(atMost limit: Int = Limits.tasksPerList) -> [PortableList] {
    guard tasks.count > limit, limit > 0 else { return [self] }
    var parts: [PortableList] = []
    var rest = tasks[...]
    while !rest.isEmpty {
      // The last place before the limit where a task of the top level begins.
      let end = rest.dropFirst(limit).isEmpty ? rest.endIndex : rest.startIndex + limit
      let cut = end == rest.endIndex ? end : rest[...end].lastIndex { $0.depth == 0 } ?? end
      let place = cut > rest.startIndex ? cut : end
      var part = self
      (part.tasks, part.headings) = (Array(rest[..<place]), [])
      if !parts.isEmpty {
        (part.number, part.remarks) = (nil, ImportRemarks())
        part.name = name.map { Self.name($0, number: parts.count + 1) }
      }
      parts.append(part.withoutOrphans())
      rest = rest[place...]
    }
    return parts
  }

  private static func name(_ name: String, number: Int) -> String {
    let ending = " (\(number))"
    var beginning = name[...]
    while beginning.count + ending.count > Limits.listNameCharacters
      || beginning.utf8.count + ending.utf8.count > Limits.listNameBytes
    { beginning = beginning.dropLast() }
    return beginning + ending
  }

  /// The depths of tasks without their ancestors begin at the top level.
  private func withoutOrphans() -> PortableList {
    var list = self
    var before = -1
    for index in tasks.indices {
      before = min(tasks[index].depth, before + 1)
      list.tasks[index].depth = before
    }
    return list
  }
}

extension PortableList {
  /// The list with some of its tags. The others are in the notes of their tasks, and are remarked.
  package func keepingTags(_ isKept: (Tag) -> Bool) -> PortableList {
    var list = self
    for index in tasks.indices {
      let tags = tasks[index].draft.tags.tags
      let others = tags.filter { !isKept($0) }
      if others.isEmpty { continue }
      list.tasks[index].draft.tags = TagSet(tags.filter(isKept))
      for tag in others { list.addToNotes(ofTask: index, tag.name) }
    }
    return list
  }

  /// Adds a paragraph that is no tag to the notes of a task.
  mutating func addToNotes(ofTask index: Int, _ text: String) {
    let notes = [tasks[index].draft.notes, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let fits = notes.utf8.count <= Limits.notesBytes
    if fits { tasks[index].draft.notes = notes }
    remarks.add(fits ? .tag : .longNotes, title: tasks[index].draft.title, value: text)
  }
}

/// The query of a saved filter in a file: that of the address of a search, which may be about one list, by its number in the file.
package struct PortableQuery: Hashable, Sendable {
  private var parts: [String]

  /// - Parameter text: the query, such as `list=3&due=week`.
  package init(_ text: String) { parts = text.split(separator: "&").map(String.init) }

  /// The query in its textual form.
  package var text: String { parts.joined(separator: "&") }

  /// The number of the list that it is about; nil if it is about all.
  package var list: Int64? {
    get { place.map { Int64(parts[$0].dropFirst(Self.name.count)) ?? 0 } }
    set {
      guard let place, let newValue else { return }
      parts[place] = "\(Self.name)\(newValue)"
    }
  }

  private static let name = "list="

  private var place: Int? { parts.firstIndex { $0.hasPrefix(Self.name) } }
}

/// A task on its way into the app or out of it, in any format.
package struct PortableTask: Hashable, Sendable {
  /// Identifies the task across imports: that of its file if the format has one, otherwise a UUID from its content, so that the same
  /// file yields the same identifiers. Printable ASCII, at most 200 bytes.
  package var uid: String
  /// The text and the dates, valid for own tasks.
  package var draft: TaskDraft
  /// The percentage that is completed, 1 to 99, of an open task; nil if nothing is, or it is not known.
  package var percent: Int?
  /// When it was created; nil if it is not known.
  package var created: Date?
  /// When it was last changed; nil if it is not known.
  package var changed: Date?
  /// When it was completed, or `Date.unknown`; nil while it is open.
  package var completed: Date?
  /// When it was moved to the trash; nil if it is not there.
  package var deleted: Date?
  /// The number of its ancestors, at most ``deepest``. A task follows its parent, and is at most one level deeper than the task before
  /// it.
  package var depth: Int
  /// The heading, section or bucket within its list; valid as the name of a list.
  package var section: String?
  /// The name of who is to do it, as exports tell it. A file that is read has it in the draft.
  package var assignee: String?
  /// The comments on it, the oldest first. Only exports of this app have them.
  package var comments: [PortableComment] = []

  /// The largest ``depth``.
  package static let deepest = 4

  package init(
    uid: String, draft: TaskDraft, percent: Int? = nil, created: Date? = nil, changed: Date? = nil,
    completed: Date? = nil, deleted: Date? = nil, depth: Int = 0, section: String? = nil
  ) {
    (self.uid, self.draft, self.percent, self.created, self.changed) = (uid, draft, percent, created, changed)
    (self.completed, self.deleted, self.depth, self.section) = (completed, deleted, depth, section)
  }
}

extension PortableTask {
  /// Takes the name of an assignee out of the draft; nil if there is none.
  mutating func takeNamedAssignee() -> String? {
    guard case .named(let name) = draft.assignee else { return nil }
    draft.assignee = nil
    return name
  }
}

extension PortableList {
  /// The list as an account has it that imports it, its only member: what is to be done by the account stays so. Other people are left out,
  /// with a remark.
  package func assigning(to member: Member?) -> PortableList {
    var list = self
    for index in tasks.indices {
      guard let name = list.tasks[index].takeNamedAssignee() else { continue }
      if let member, [member].named(name) != nil {
        list.tasks[index].draft.assignee = .account(member.account)
      } else {
        list.remarks.add(.person, title: list.tasks[index].draft.title, value: name)
      }
    }
    return list
  }
}
