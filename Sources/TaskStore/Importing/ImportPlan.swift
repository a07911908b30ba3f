public import Tasks

/// What an import of lists adds to an account: everything that it does not have yet.
public struct ImportPlan: Hashable, Sendable {
  /// One list of the file.
  public struct Entry: Hashable, Sendable {
    /// The list without the tasks that the account has.
    public internal(set) var list: PortableList
    /// The number of its tasks that the account has, also in the trash.
    public let present: Int
    /// Whether it is added.
    public let fate: Fate
  }

  /// Whether a list is added.
  public enum Fate: Hashable, Sendable {
    case added
    /// The account has all of it: its tasks, an empty list of that name, or the same saved filter.
    case present
    /// It follows an address. That has to be checked first, as when one follows a list by hand.
    case followed
  }

  /// The lists of the file in their order.
  public internal(set) var entries: [Entry]

  /// The number of tasks that are added.
  public var tasks: Int { added.reduce(0) { $0 + $1.tasks.count } }
  /// The number of tasks that are not added, because the account has them.
  public var present: Int { entries.reduce(0) { $0 + $1.present } }
  /// The lists that are added, none with more tasks than a list may have.
  public var added: [PortableList] {
    entries.flatMap { $0.fate == .added ? $0.list.divided() : [] }
  }

  /// - Parameter known: what the account has.
  init(_ lists: [PortableList], known: KnownContent) {
    var known = known
    entries = lists.map { list in
      switch list.kind {
      case .source: return Entry(list: list, present: 0, fate: .followed)
      case .filter(let query):
        return Entry(list: list, present: 0, fate: known.filters.insert(query).inserted ? .added : .present)
      case .tasks:
        let rest = list.leavingOut { !known.uids.insert($0).inserted }
        let present = list.tasks.count - rest.tasks.count
        // An empty list has nothing but its name.
        let isKnown = rest.tasks.isEmpty && (present > 0 || !known.names.insert(list.name ?? "").inserted)
        return Entry(list: rest, present: present, fate: isKnown ? .present : .added)
      }
    }
  }
}

/// What an account has already, as far as an import could add it again.
struct KnownContent: Hashable, Sendable {
  var uids: Set<String> = []
  /// The names of its lists.
  var names: Set<String> = []
  /// The queries of its saved filters.
  var filters: Set<String> = []
}

extension PortableList {
  /// The list without some tasks. The steps of those become steps of the task above, or tasks of their own.
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
