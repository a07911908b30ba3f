import StatePages
import Tasks

/// A task, list or section that can be moved.
struct ArrangedItem: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case task(TaskID)
    case list(ListID)
    case section(SectionID)

    var task: TaskID? { if case .task(let task) = self { task } else { nil } }

    var move: TaskCommand {
      switch self {
      case .task(let task): .task(task, .move)
      case .list(let list): .list(list, .move)
      case .section(let section): .section(section, .move)
      }
    }

    var pick: TaskCommand {
      switch self {
      case .task(let task): .task(task, .pick)
      case .list(let list): .list(list, .pick)
      case .section(let section): .section(section, .pick)
      }
    }

    var number: String {
      switch self {
      case .task(let task): task.description
      case .list(let list): list.description
      case .section(let section): section.description
      }
    }
  }

  let subject: Subject
  let title: String
  var place = OutlinePosition(depth: 0)
  var parent: TaskID?
  /// Whether it is a completed subtask, which is not moved.
  var isDone = false

  var depth: Int { place.depth }

  init(_ row: TaskRow) {
    subject = .task(row.id)
    (title, place, parent, isDone) = (row.title, row.place, row.parent?.id, row.done != nil)
  }

  /// A task that has no row on the page. Where it has subtasks, it is as if it had all levels of them.
  init(_ task: TaskDetail) {
    subject = .task(task.id)
    (title, parent) = (task.text.title, task.parents.last?.id)
    place = OutlinePosition(
      depth: task.parents.count, height: task.progress == nil ? 0 : Limits.subtaskLevels - 1 - task.parents.count)
  }

  init(_ list: ListSummary) {
    subject = .list(list.id)
    title = list.name
  }

  init(_ section: ListSection) {
    subject = .section(section.id)
    title = section.name
  }
}

/// What the rows of a page offer while an item is moved, or before one is picked.
struct PlaceOffers {
  enum Offer: Hashable {
    case pick
    case picked
    /// The picked item can be put before it, or below it as its last subtask.
    case put(before: Bool, into: Bool, form: TaskCommand)
    case none
  }

  private let offers: [Offer]

  init(_ items: [ArrangedItem], picked: ArrangedItem?) {
    guard let picked else {
      offers = items.map { $0.isDone ? .none : .pick }
      return
    }
    // A section goes to the place of another one.
    if case .section = picked.subject {
      offers = items.map { _ in .none }
      return
    }
    let index = items.firstIndex { $0.subject == picked.subject }
    // The subtasks of the picked item follow it.
    let own = index.map { index in
      index..<(items[(index + 1)...].firstIndex { $0.depth <= picked.depth } ?? items.endIndex)
    }
    let form = picked.subject.move
    offers = items.indices.map { place in
      let item = items[place]
      if place == index { return .picked }
      if item.isDone || own?.contains(place) == true { return .none }
      // The picked item is before the next one already.
      let isNext = place == own?.upperBound && item.depth == picked.depth
      let isLastSubtask =
        picked.parent.map { .task($0) == item.subject } == true
        && picked.place.siblings.map { $0.before == $0.total - 1 } == true
      let levels = item.depth + 1 + picked.place.height
      let before = !isNext && levels <= Limits.subtaskLevels
      let into = item.subject.task != nil && !isLastSubtask && levels < Limits.subtaskLevels
      return before || into ? .put(before: before, into: into, form: form) : .none
    }
  }

  subscript(index: Int) -> Offer { offers[index] }
}

/// A row of tasks or lists that are put in order.
struct ArrangedRow: Piece {
  static let template = "components/arranged-row"
  static let fields: [String: Field<ArrangedRow>] = [
    "id": .text(\.item.subject.number),
    "list": .flag { $0.item.subject.task == nil },
    "title": .text { ShortText.ofRow($0.item.title) },
    "label": .text { ShortText.of($0.item.title) },
    "nested": .flag { $0.item.depth > 0 },
    "depth": .text { String($0.item.depth) },
    "level": .text { String($0.item.depth + 1) },
    "done": .flag(\.item.isDone),
    "anchor": .optional { $0.anchor.map { String($0) } },
    "undo": .optionalForm(\.undo),
    "pick": .optionalForm { $0.offer == .pick ? $0.item.subject.pick : nil },
    "picked": .flag { $0.offer == .picked },
    "before": .optionalForm { if case .put(true, _, let form) = $0.offer { form } else { nil } },
    "into": .optionalForm { if case .put(_, true, let form) = $0.offer { form } else { nil } },
  ]
  let item: ArrangedItem
  let offer: PlaceOffers.Offer
  /// The form that undoes its last move.
  let undo: TaskCommand?
  /// The distance of the row from the top of the window, in CSS pixels; nil for every row but the one that was pressed.
  let anchor: Int?
}
