package import TaskFormats
import Tasks

/// What an import of lists adds to an account: everything that it does not have yet.
package struct ImportPlan: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// The list without the tasks that the account has.
    package internal(set) var list: PortableList
    /// The number of its tasks that the account has, also in the trash.
    package let present: Int
    package let fate: Fate

    /// The tasks of the list as they will be stored: a subtask of a task in the trash is there, too, and a subtask of a completed task is completed.
    package var storedTasks: [PortableTask] { ImportedTasks(list).tasks }
  }

  package enum Fate: Hashable, Sendable {
    case added
    /// The account has all of it: its tasks, an empty list of that name, or the same saved filter.
    case present
    /// A list that follows an address. That has to be checked first, as when one follows a list by hand.
    case followed
  }

  /// The lists of the file in their order, without followed ones that are in the trash.
  package internal(set) var entries: [Entry]
  /// The lists of the account that have the tasks of lists of the file, by their numbers in the file.
  private let presentLists: [Int64: ListID]

  /// What the lists of the file can't keep.
  package var remarks: ImportRemarks {
    entries.reduce(into: ImportRemarks()) { remarks, entry in remarks.add(entry.list.remarks) }
  }

  package var tasks: Int { added.reduce(0) { $0 + $1.tasks.count } }
  /// The number of tasks that are not added, because the account has them.
  package var present: Int { entries.reduce(0) { $0 + $1.present } }
  /// The lists that are added, none with more tasks than a list may have.
  package var added: [PortableList] { entries.flatMap { $0.fate == .added ? $0.list.divided() : [] } }

  /// - Parameter known: what the account has.
  init(_ lists: [PortableList], known: KnownContent) {
    var known = known
    let lists = lists.map { $0.assigning(to: known.account) }
    var presentLists: [Int64: ListID] = [:]
    entries = lists.compactMap { list in
      switch list.kind {
      case .source where list.deleted != nil: return nil
      case .source: return Entry(list: list, present: 0, fate: .followed)
      // Below, when it is known which lists are added.
      case .filter: return Entry(list: list, present: 0, fate: .present)
      case .tasks:
        let all = list.tasks.compactMap { known.uids[$0.uid] }
        let rest = list.leavingOut { known.uids.updateValue(ListID(0), forKey: $0) != nil }
        let present = list.tasks.count - rest.tasks.count
        // An empty list has nothing but its name.
        let sameName = rest.tasks.isEmpty ? known.names.updateValue(ListID(0), forKey: list.name ?? "") : nil
        let isKnown = rest.tasks.isEmpty && (present > 0 || sameName != nil)
        if isKnown, let number = list.number { presentLists[number] = all.first ?? sameName }
        return Entry(list: rest, present: present, fate: isKnown ? .present : .added)
      }
    }
    self.presentLists = presentLists
    addFilters(known)
    limitTags(known)
  }

  /// Keeps the most frequent new tags that the account has room for. The others go to the notes, and are listed before the import.
  private mutating func limitTags(_ known: KnownContent) {
    var counts: [Tag: Int] = [:]
    for entry in entries where entry.fate == .added {
      for task in entry.list.tasks { for tag in task.draft.tags.tags { counts[tag, default: 0] += 1 } }
    }
    let added = Dictionary(counts.map { ($0.key.key, $0.value) }, uniquingKeysWith: +)
      .filter { !known.tags.contains($0.key) }
    let tagsLeft = max(0, Limits.tagsPerAccount - known.tags.count)
    guard added.count > tagsLeft else { return }
    let kept = Set(added.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(tagsLeft).map(\.key)).union(
      known.tags)
    let keptTags = Set(counts.keys.filter { kept.contains($0.key) })
    for index in entries.indices where entries[index].fate == .added {
      entries[index].list = entries[index].list.keepingTags(keptTags.contains)
    }
  }

  private mutating func addFilters(_ known: KnownContent) {
    var queries = known.filters
    let added = Set(entries.compactMap { $0.fate == .added ? $0.list.number : nil })
    for index in entries.indices {
      guard case .filter(let text) = entries[index].list.kind else { continue }
      let isOfAdded = PortableQuery(text).list.map(added.contains) ?? false
      let isNew = isOfAdded || queries.insert(query(text, added: [:])).inserted
      entries[index] = Entry(list: entries[index].list, present: 0, fate: isNew ? .added : .present)
    }
  }

  /// The query of a saved filter of the file with the number that its list has in the account. A list that is not in the file becomes
  /// list 0, which does not exist: its filter finds nothing.
  /// - Parameter added: the added lists, by their numbers in the file.
  func query(_ text: String, added: [Int64: ListID]) -> String {
    var query = PortableQuery(text)
    if let number = query.list { query.list = (added[number] ?? presentLists[number])?.value ?? 0 }
    return query.text
  }
}

/// What an account has already, as far as an import could add it again.
struct KnownContent: Hashable, Sendable {
  /// The lists of its tasks, by the tasks' identifiers.
  var uids: [String: ListID] = [:]
  /// The lists of the account by their names.
  var names: [String: ListID] = [:]
  var filters: Set<String> = []
  var tags: Set<String> = []
  /// The account itself, to which its tasks in the file are assigned.
  var account: Member?
}

extension PortableList {
  /// The list without some tasks. The subtasks of those become subtasks of the task above, or tasks of their own.
  func leavingOut(_ isLeftOut: (_ uid: String) -> Bool) -> PortableList {
    var list = self
    list.tasks = []
    /// The tasks above the current one, with their depths in this list and in the new one, where those that are left out count as
    /// their parents.
    var above: [(depth: Int, kept: Int)] = []
    for var task in tasks {
      while let last = above.last, last.depth >= task.depth { above.removeLast() }
      let parent = above.last?.kept ?? -1
      if isLeftOut(task.uid) {
        above.append((task.depth, parent))
        continue
      }
      above.append((task.depth, parent + 1))
      task.depth = parent + 1
      list.tasks.append(task)
    }
    return list
  }
}
