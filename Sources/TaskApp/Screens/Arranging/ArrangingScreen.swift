import StatePages
import StateViews
import TaskStore
import Tasks

/// The tasks of a list, or the lists, while they are put in order: one is picked, then a place for it.
enum ArrangingScreen: ListScreen {
  static let name: ViewName = "arranging"
  static let emptyReasons = [Reason.nothingYet, .allDone(completed: 23, last: Samples.afternoon)]

  struct Content: ListContent, Sendable {
    let items: [ArrangedItem]
    /// The item that is being moved, which may be on another page.
    var picked: ArrangedItem?
    /// The page of the items, and their total number of pages.
    var number = 1
    let paging: Paging
    let states: RowStates

    var count: Int { items.count }

    init(
      _ items: [ArrangedItem], picked: ArrangedItem?, page number: Int, of paging: Paging,
      _ states: RowStates = RowStates()
    ) {
      (self.items, self.number, self.paging, self.states) = (items, number, paging, states)
      // With what the page knows of it, if it is there.
      self.picked = items.first { $0.subject == picked?.subject } ?? picked
    }
  }

  static let fields: [String: Field<ListView<ArrangingScreen>>] = [
    "rows": .pieces(\.rows),
    "lists": .flag { if case .list? = $0.content.items.first?.subject { true } else { false } },
    "pages": .view(\.content.pages),
    "moving": .view { view in
      view.content.picked.map { MovingBar(item: $0, ends: view.content.ends) }
    },
    "end": .optionalForm(\.content.end),
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [ArrangedRow] {
    let offers = PlaceOffers(content.items, picked: content.picked)
    return content.items.enumerated().map { index, item in
      let task = item.subject.task
      return ArrangedRow(
        item: item, offer: offers[index], undo: task.flatMap { content.states[$0]?.undo },
        anchor: task.flatMap(content.states.anchor))
    }
  }

  static var samples: [Sample<ArrangingScreen>] {
    let outline = Samples.outline.map(ArrangedItem.init)
    let kitchen = Samples.kitchen.map(ArrangedItem.init)
    let lists = Samples.lists.map(ArrangedItem.init)
    func content(_ items: [ArrangedItem], picked: ArrangedItem? = nil, of count: Int? = nil) -> Content {
      Content(
        items, picked: picked, page: count == nil ? 1 : 2, of: Paging(count ?? items.count, of: count.map { _ in 14 }))
    }
    return [
      Sample("tasks", content: content(kitchen)),
      Sample("picked", content: content(kitchen, picked: kitchen[2])),
      Sample("steps", content: content(outline)),
      Sample("picked-step", content: content(outline, picked: outline[3])),
      Sample("picked-on-another-page", content: content(kitchen, picked: outline[7], of: 101)),
      Sample(
        "moved",
        content: Content(
          Array(kitchen.prefix(4)), picked: nil, page: 1, of: Paging(4, of: nil),
          RowStates(RowNotice(Samples.taskID(12), .open, undo: .undo(Samples.changeID(40)))))),
      Sample("lists", content: content(lists)),
      Sample("picked-list", content: content(lists, picked: lists[1])),
    ]
  }
}

extension ArrangingScreen.Content {
  /// The links to other pages, on which the picked item stays picked; nil if all items are on one page.
  var pages: PageLinks? { PageLinks(number, of: paging) }

  fileprivate var ends: (first: Bool, last: Bool) {
    let outer = items.filter { $0.depth == 0 }
    return (
      number == 1 && outer.first?.subject == picked?.subject,
      number == paging.last && outer.last?.subject == picked?.subject
    )
  }

  /// The form of the button that moves the picked item below the last one; nil elsewhere than there.
  fileprivate var end: TaskCommand? {
    guard let picked, number == paging.last, !ends.last else { return nil }
    return picked.subject.move
  }
}

/// What can be done with the picked item, wherever its row is.
struct MovingBar: TemplateView {
  static let fields: [String: Field<MovingBar>] = [
    "label": .text { ShortText.of($0.item.title) },
    "action": .form(\.item.subject.move), "first": .flag(\.ends.first), "last": .flag(\.ends.last),
    "cancelHref": .link { _ in .putDown },
  ]
  let item: ArrangedItem
  let ends: (first: Bool, last: Bool)
}
