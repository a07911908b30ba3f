import StatePages
import Tasks

// Fragments: the ids of elements. Templates set the same ids.

extension AddressPart<TodayPlace?> {
  static var todayPlace: Self {
    .place(
      .fragment { place in
        switch place {
        case .newTask: "new-task"
        case .section(let section): "\(section.rawValue)-tasks"
        case .row(let task): "task-\(task)"
        case .anchor(let anchor): "at-\(anchor.task)"
        }
      } place: { id in
        if id == "new-task" { return .newTask }
        if let section = DueSection.allCases.first(where: { id == "\($0.rawValue)-tasks" }) { return .section(section) }
        return PlaceID(id).flatMap { $0.kind == "task" ? $0.id() : nil }.map { .row($0) }
      })
  }
}

extension AddressPart<OverviewPlace?> {
  static var overviewPlace: Self {
    .fragment { place in
      switch place {
      case .newList: "new-list"
      case .button(let direction, let list): "\(direction.rawValue)-\(list)"
      }
    } place: { id in
      id == "new-list" ? .newList : PlaceID(id).flatMap { $0.button() }.map { .button($0, $1) }
    }
  }
}

extension AddressPart<ListPlace?> {
  static var listPlace: Self {
    .place(
      .fragment { place in
        switch place {
        case .newTask: "new-task"
        case .openTasks: "open-tasks"
        case .completedTasks: "done-tasks"
        case .row(let task): "task-\(task)"
        case .anchor(let anchor): "at-\(anchor.task)"
        case .button(let direction, let task): "\(direction.rawValue)-\(task)"
        case .remote(let number): "remote-\(number)"
        }
      } place: { id in
        switch id {
        case "new-task": return .newTask
        case "open-tasks": return .openTasks
        case "done-tasks": return .completedTasks
        default:
          guard let place = PlaceID(id) else { return nil }
          switch place.kind {
          case "task": return place.id().map { .row($0) }
          case "remote": return Int(place.number).map { .remote($0) }
          default: return place.button().map { .button($0, $1) }
          }
        }
      })
  }
}

extension AddressPart<TaskPlace?> {
  static var taskPlace: Self {
    .place(
      .fragment { place in
        switch place {
        case .row(let task): "task-\(task)"
        case .anchor(let anchor): "at-\(anchor.task)"
        case .newSubtask: "new-step"
        }
      } place: { id in
        if id == "new-step" { return .newSubtask }
        return PlaceID(id).flatMap { $0.kind == "task" ? $0.id() : nil }.map { .row($0) }
      })
  }
}

extension AddressPart<SearchPlace?> {
  static var searchPlace: Self {
    .place(
      .fragment { place in
        switch place {
        case .results: "list"
        case .row(let task): "task-\(task)"
        case .anchor(let anchor): "at-\(anchor.task)"
        }
      } place: { id in
        if id == "list" { return .results }
        return PlaceID(id).flatMap { $0.kind == "task" ? $0.id() : nil }.map { .row($0) }
      })
  }
}

extension AddressPart<TrashPlace?> {
  static var trashPlace: Self {
    .fragment { _ in
      "rows"
    } place: {
      $0 == "rows" ? .rows : nil
    }
  }
}

extension AddressPart<SettingsPlace?> {
  static var settingsPlace: Self {
    .fragment { place in
      switch place {
      case .password: "change-password"
      case .usage: "usage-title"
      }
    } place: { id in
      switch id {
      case "change-password": .password
      case "usage-title": .usage
      default: nil
      }
    }
  }
}

/// The id of an element of one task or list, such as `task-17`.
private struct PlaceID {
  let kind: Substring
  let number: Substring

  init?(_ text: String) {
    let parts = text.split(separator: "-")
    guard parts.count == 2 else { return nil }
    (kind, number) = (parts[0], parts[1])
  }

  func id<Subject>() -> Identifier<Subject>? { Identifier(number) }

  /// The direction and subject of a button that moves a task or list.
  func button<Subject>() -> (Direction, Identifier<Subject>)? {
    guard let direction = Direction(rawValue: String(kind)), let id: Identifier<Subject> = id() else { return nil }
    return (direction, id)
  }
}
