import StatePages
import StateViews
import Tasks

/// A section of a list under its heading: its tasks, in use or while they are put in order. The tasks before the first heading are one as
/// well, where they need a heading: on a board, and for a task that is put among them.
enum SectionScreen: Screen {
  static let name: ViewName = "section"
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "id": .optional { $0.section?.id.description },
      "name": .optional(\.section?.name),
      "label": .text { ShortText.of($0.section?.name ?? "") },
      "href": .optionalLink { $0.use == .ticking ? nil : .openSection($0.section?.id, of: $0.list) },
      "open": .number(\.open.ifAny),
      "foldAction": .optionalForm { [.tasks, .reading].contains($0.use) ? $0.form(.fold) : nil },
      "folded": .flag { $0.section?.isFolded == true },
      "addHref": .optionalLink { caption in
        caption.use != .tasks || caption.section == nil
          ? nil : .addTask(to: caption.list, caption.section?.id)
      },
      "pick": .optionalForm { $0.use == .picking ? $0.form(.pick) : nil },
      "picked": .flag { $0.section != nil && $0.use == .moving($0.section?.id) },
      "before": .optionalForm(\.before),
      "top": .optional { $0.anchor.map { String($0) } },
    ]

    enum Use: Hashable {
      case tasks, reading, ticking, picking
      /// Something is being moved: a section, or a task, which goes before no heading.
      case moving(SectionID?)
    }

    let list: ListID
    /// Nil for the tasks before the first heading.
    var section: ListSection?
    /// The number of open tasks, without subtasks.
    let open: Int
    var use = Use.tasks
    /// The section before this one.
    var previous: SectionID?
    /// The distance of the heading from the top of the window, in CSS pixels; nil for every heading but the one that was pressed.
    var anchor: Int?

    private func form(_ action: SectionAction) -> TaskCommand? {
      section.map { .section($0.id, action) }
    }

    /// The form that puts the picked section before this one; nil where it is.
    private var before: TaskCommand? {
      guard case .moving(let moved?) = use, let section, moved != section.id, moved != previous else { return nil }
      return .section(moved, .move)
    }
  }

  struct Content: ListContent {
    enum Rows: Sendable {
      case tasks(TasksScreen.Content)
      case arranged(ArrangingScreen.Content)
    }

    let rows: Rows
    let list: ListID
    /// Nil for the tasks before the first heading, which are paged on the page of the list.
    var section: SectionID?
    /// The number of tasks that its own page shows beside these.
    let more: Int
    /// Whether it is the last one, below which a picked section can be put.
    var isLast = false
    /// Whether its region has the bar for what is being moved.
    var hasBar = false

    /// An empty one is content where tasks go to it.
    var count: Int {
      switch rows {
      case .tasks(let content): content.count
      case .arranged: 1
      }
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows), "arranged": .pieces(\.arranged), "inForm": .formOfRows(\.rows),
      "arranging": .flag { $0.content.arranging != nil },
      "end": .optionalForm { $0.content.end?.form },
      "place": .text { $0.content.end?.place ?? "" },
      "more": .number { $0.content.more > 0 && $0.content.section != nil ? $0.content.more : nil },
      "moreHref": .link(\.content.ownPage),
      "pages": .view { $0.content.section == nil ? $0.content.pages : nil },
      "moving": .view { $0.content.hasBar ? $0.content.bar : nil },
    ]
    let content: Content
    let rows: [TaskRowView]
    let arranged: [ArrangedRow]
  }

  static func view(of content: Content, for look: DisplaySettings) -> View {
    switch content.rows {
    case .tasks(let tasks): View(content: content, rows: TasksScreen.rows(of: tasks, for: look), arranged: [])
    case .arranged(let items): View(content: content, rows: [], arranged: ArrangingScreen.rows(of: items, for: look))
    }
  }

  static func rows(in content: Content) -> Int { content.count }
}

extension SectionScreen.Content {
  fileprivate var arranging: ArrangingScreen.Content? {
    if case .arranged(let content) = rows { content } else { nil }
  }

  /// The page of the section, on which a picked task stays picked.
  fileprivate var ownPage: TaskIntent {
    switch rows {
    case .tasks: .openSection(section, of: list)
    case .arranged: .arrangeSection(section)
    }
  }

  fileprivate var pages: PageLinks? {
    switch rows {
    case .tasks(let content): content.pages
    case .arranged(let content): content.pages
    }
  }

  fileprivate var bar: MovingBar? {
    arranging?.picked.map { MovingBar(item: $0, ends: (true, true)) }
  }

  /// The place below the last row, and the form that puts the picked item there; nil where it is already.
  fileprivate var end: (form: TaskCommand, place: String)? {
    guard let content = arranging, let picked = content.picked else { return nil }
    switch picked.subject {
    case .task:
      let last = content.items.last { $0.depth == 0 }
      if last?.subject == picked.subject, more == 0, content.number == content.paging.last { return nil }
      return (picked.subject.move, "\(FormField.end)=\(section?.description ?? "")")
    case .section(let moved):
      return isLast && moved != section
        ? (picked.subject.move, "\(FormField.to)=\(ListEnd.bottom.rawValue)") : nil
    case .list: return nil
    }
  }
}

struct SectionHead: Piece {
  static let template = "section/head"
  static let fields: [String: Field<SectionHead>] = [
    "name": .text(\.section.name), "listName": .text(\.list.name),
    "listHref": .link { .openList($0.list.id) },
    "doneHref": .link { _ in .finish },
    "open": .number(\.section.open.ifAny),
    "arranging": .flag(\.mode.isArranging),
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { $0.mode.isArranging || !$0.list.role.may(.write) ? nil : SectionMenu(head: $0) },
  ]
  let list: ListSummary
  let section: ListSection
  let mode: ListMode
  /// The form that renames it; nil unless it is being renamed.
  let rename: RenameForm?
}

struct SectionMenu: TemplateView {
  static let fields: [String: Field<SectionMenu>] = [
    "renameHref": .link { _ in .rename },
    "severalHref": .link { _ in .addSeveral },
    "arrangeHref": .optionalLink { menu in
      menu.head.section.open > 0 && menu.head.list.preferences.order == .hand ? .arrange : nil
    },
    "deleteAction": .form { .section($0.head.section.id, .delete) },
  ]
  let head: SectionHead
}

extension SectionScreen {
  static var samples: [Sample<SectionScreen>] {
    let list = Samples.listID(2)
    func section(_ id: Int64, _ name: String, isFolded: Bool = false) -> ListSection {
      ListSection(id: SectionID(id), name: name, version: Samples.changeID(22), isFolded: isFolded, open: 8)
    }
    let walls = section(3, "Walls and floor")
    func caption(_ section: ListSection?, _ use: Caption.Use = .tasks) -> Caption {
      Caption(list: list, section: section, open: 8, use: use)
    }
    func used(_ rows: [TaskRow], more: Int = 0, states: RowStates = RowStates()) -> Content {
      let page = TaskRowPage(rows, number: 1, paging: Paging(rows.count, of: nil))
      return Content(rows: .tasks(TasksScreen.Content(page, states)), list: list, section: SectionID(3), more: more)
    }
    func arranged(_ rows: [TaskRow], picked: ArrangedItem? = nil) -> Content {
      let content = ArrangingScreen.Content(
        rows.map(ArrangedItem.init), picked: picked, page: 1, of: Paging(rows.count, of: nil))
      return Content(
        rows: .arranged(content), list: list, section: SectionID(3), more: 0, isLast: true, hasBar: true)
    }
    let task = ArrangedItem(Samples.kitchen[2])
    return [
      Sample("tasks", caption: caption(walls), content: used(Samples.kitchen, more: 12)),
      Sample("steps", caption: caption(walls), content: used(Samples.outline)),
      Sample("long-name", caption: caption(section(3, Samples.world[5].title)), content: used(Samples.world)),
      Sample(
        "ticking", caption: caption(walls, .ticking),
        content: used(Array(Samples.kitchen.prefix(4)), states: .ticking([Samples.taskID(12)]))),
      Sample("unnamed", caption: caption(nil), content: used(Samples.kitchen)),
      Sample("arranging", caption: caption(walls, .picking), content: arranged(Samples.kitchen)),
      Sample("picked", caption: caption(walls, .moving(nil)), content: arranged(Samples.kitchen, picked: task)),
      Sample("picked-for-empty", caption: caption(walls, .moving(nil)), content: arranged([], picked: task)),
      Sample(
        "picked-section", caption: caption(walls, .moving(SectionID(4))),
        content: arranged(Samples.kitchen, picked: ArrangedItem(section(4, "Lighting")))),
    ]
  }
}
