import Tasks

/// Where a form is sent into which text is typed: only such a form is kept, so that nobody finds a page of their own with a
/// button that does what they never asked for.
enum KeptPlace {
  case lists
  case list(ListID)
  case listTasks(ListID)
  case task(TaskID)

  /// Nil for any other path.
  init?(_ path: String) {
    let id = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let ofList = ListID(id).map { [KeptPlace.list($0), .listTasks($0)] } ?? []
    let ofTask = TaskID(id).map { [KeptPlace.task($0)] } ?? []
    guard let place = ([.lists] + ofList + ofTask).first(where: { $0.site.path == path }) else { return nil }
    self = place
  }

  private var site: Site {
    switch self {
    case .lists: .lists
    case .list(let id): .list(id)
    case .listTasks(let id): .listTasks(id)
    case .task(let id): .task(id)
    }
  }
}
