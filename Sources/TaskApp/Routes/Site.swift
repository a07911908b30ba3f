import Tasks

/// Every address of the app: the one place where they are spelt.
enum Site: Hashable, Sendable {
  case home
  case lists
  case list(ListID)
  case listTasks(ListID)
  case listMove(ListID)
  case listDelete(ListID)
  case listRestore(ListID)
  case listClearCompleted(ListID)
  case listHistory(ListID)
  case listRefresh(ListID)
  case listCopy(ListID)
  case remoteNew
  case remote
  case source(SourceID)
  case sourceAddress(SourceID)
  case sourceName(SourceID)
  case sourceLists(SourceID)
  case sourceRefresh(SourceID)
  case task(TaskID)
  case taskComplete(TaskID)
  case taskReopen(TaskID)
  case taskMove(TaskID)
  case taskDelete(TaskID)
  case taskRestore(TaskID)
  case undo(ChangeID)
  case search
  case trash
  case trashEmpty
  case setUp
  case signIn
  case signUp
  case signOut
  case settings
  case settingsPassword
  case settingsExport
  case settingsRemove
  case settingsActivity
  case sessionRevoke(SessionID)
  case sessionsRevoke
  case kept(KeptFormID)
  case keptDiscard(KeptFormID)
  case gallery
  case health
  case wellKnownChangePassword
  case securityText

  /// The path; ``RouteTable`` has the same with the ids left open.
  var path: String {
    switch self {
    case .home: "/"
    case .lists: "/lists"
    case .list(let id): "/lists/\(id)"
    case .listTasks(let id): "/lists/\(id)/tasks"
    case .listMove(let id): "/lists/\(id)/move"
    case .listDelete(let id): "/lists/\(id)/delete"
    case .listRestore(let id): "/lists/\(id)/restore"
    case .listClearCompleted(let id): "/lists/\(id)/clear-completed"
    case .listHistory(let id): "/lists/\(id)/history"
    case .listRefresh(let id): "/lists/\(id)/refresh"
    case .listCopy(let id): "/lists/\(id)/copy"
    case .remoteNew: "/remote/new"
    case .remote: "/remote"
    case .source(let id): "/remote/\(id)"
    case .sourceAddress(let id): "/remote/\(id)/address"
    case .sourceName(let id): "/remote/\(id)/name"
    case .sourceLists(let id): "/remote/\(id)/lists"
    case .sourceRefresh(let id): "/remote/\(id)/refresh"
    case .task(let id): "/tasks/\(id)"
    case .taskComplete(let id): "/tasks/\(id)/complete"
    case .taskReopen(let id): "/tasks/\(id)/reopen"
    case .taskMove(let id): "/tasks/\(id)/move"
    case .taskDelete(let id): "/tasks/\(id)/delete"
    case .taskRestore(let id): "/tasks/\(id)/restore"
    case .undo(let id): "/changes/\(id)/undo"
    case .search: "/search"
    case .trash: "/trash"
    case .trashEmpty: "/trash/empty"
    case .setUp: "/set-up"
    case .signIn: "/sign-in"
    case .signUp: "/sign-up"
    case .signOut: "/sign-out"
    case .settings: "/settings"
    case .settingsPassword: "/settings/password"
    case .settingsExport: "/settings/export"
    case .settingsRemove: "/settings/remove"
    case .settingsActivity: "/settings/activity"
    case .sessionRevoke(let id): "/settings/sessions/\(id)/revoke"
    case .sessionsRevoke: "/settings/sessions/revoke"
    case .kept(let id): "/kept/\(id)"
    case .keptDiscard(let id): "/kept/\(id)/discard"
    case .gallery: "/gallery"
    case .health: "/health"
    case .wellKnownChangePassword: "/.well-known/change-password"
    case .securityText: "/.well-known/security.txt"
    }
  }

  /// The path with a query and a fragment; parts that are nil or empty are left out.
  func address(_ query: [(name: String, value: String?)] = [], at fragment: String? = nil) -> String {
    let query = query.map { name, value in value.map { "\(name)=\($0)" } ?? name }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")) + (fragment.map { "#\($0)" } ?? "")
  }
}

/// The names of queries, and of the places on pages that addresses point to.
enum Query {
  static let did = "did"
  static let arrange = "arrange"
  static let rename = "rename"
  static let several = "several"
  static let allOpen = "all-open"
  static let page = "page"
  /// The part of a page whose texts are very long.
  static let part = "part"
  /// The page of the completed tasks of a list.
  static let donePage = "done"
  static let choose = "choose"
  static let searched = "q"
  static let completed = "completed"
  static let before = "before"

  /// A value as it can stand in an address: all bytes but letters, digits and `-._~` in percents (RFC 3986, section 2.3).
  static func encoded(_ value: String) -> String {
    value.utf8.map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": String(UnicodeScalar(byte))
      case _: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

/// The ids of elements that addresses point to; the templates set them.
enum Anchor {
  static let changePassword = "change-password"
  static let newTask = "new-task"
  static let newList = "new-list"
  /// Where the open tasks of a list begin.
  static let openTasks = "open-tasks"
  /// Where its completed ones begin.
  static let doneTasks = "done-tasks"
  /// Where the lists of the overview begin, and what is in the trash.
  static let rows = "rows"
  /// A task of a list from elsewhere, by its place, from 1.
  static func remote(_ number: Int) -> String { "remote-\(number)" }
  static func task(_ id: TaskID) -> String { "task-\(id)" }
  /// The button that moves a thing in its order.
  static func button<Subject>(_ direction: Direction, _ id: Identifier<Subject>) -> String {
    "\(direction.rawValue)-\(id)"
  }
}
