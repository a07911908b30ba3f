import StatePages
import Tasks

struct SectionHead: Piece {
  static let template = "section/head"
  static let fields: [String: Field<SectionHead>] = [
    "name": .text(\.section.name),
    "listName": .text(\.list.name),
    "listHref": .link { .openList($0.list.id) },
    "doneHref": .link { .finish(at: $0.step) },
    "open": .number { $0.section.open > 0 ? $0.section.open : nil },
    "arranging": .flag(\.mode.isArranging),
    "renaming": .flag { $0.rename != nil },
    "rename": .view(\.rename),
    "menu": .view { $0.mode.isArranging ? nil : SectionMenu(head: $0) },
  ]
  let list: ListSummary
  let section: ListSection
  let mode: ListMode
  /// The form that renames it; nil unless it is being renamed.
  let rename: RenameForm?

  fileprivate var step: TaskStep { .list(list.id, mode, rows: ListRows(section: section.id)) }
}

struct SectionMenu: TemplateView {
  static let fields: [String: Field<SectionMenu>] = [
    "renameHref": .link { .rename(at: $0.head.step) },
    "severalHref": .link { .addSeveral(at: $0.head.step) },
    "arrangeHref": .optionalLink { menu in
      menu.head.section.open > 0 && menu.head.list.preferences.order == .hand ? .arrange(at: menu.head.step) : nil
    },
    "deleteAction": .form { .section($0.head.section.id, .delete) },
  ]
  let head: SectionHead
}
