import StatePages
import Tasks

/// The head of a list: its name, or the form to rename it, and its menu.
struct ListHead: Piece {
  static let template = "list/head"
  static let fields: [String: Field<ListHead>] = [
    "name": .text(\.list.name), "color": .view { ListColorView($0.list) },
    "allHref": .link { _ in .openLists() },
    "doneHref": .link { _ in .finish },
    "open": .number(\.list.open.ifAny),
    // Without sections, the empty list says it.
    "allDone": .number { $0.hasSections && $0.list.open == 0 ? $0.list.completed.ifAny : nil },
    "byDate": .flag { $0.list.open > 0 && $0.list.preferences.order == .date },
    "byPriority": .flag { $0.list.open > 0 && $0.list.preferences.order == .priority },
    "late": .number(\.late.ifAny),
    "dueSoon": .number(\.dueSoon.ifAny),
    // What is late or due may be a subtask, which the open tasks are counted without.
    "steps": .number { $0.late + $0.dueSoon > 0 ? $0.subtasks.ifAny : nil },
    "explanation": .template(among: explanations) { explanations[$0.hasSections ? 1 : 0] },
    "arranging": .flag { $0.mode.isArranging && $0.list.preferences.order == .hand },
    "unarranged": .view {
      $0.mode.isArranging && $0.list.preferences.order != .hand ? ListPreferencesForm(list: $0.list) : nil
    },
    "selecting": .flag { $0.mode == .selecting },
    "ticking": .flag(\.isTicking),
    "ticks": .view {
      $0.mode == .using && $0.list.open > 0 && $0.list.role.may(.write) ? ListPreferencesForm(list: $0.list) : nil
    },
    "shared": .flag { $0.list.members > 1 },
    "sharingHref": .link { .openSharing(of: $0.list.id) },
    "renaming": .flag { $0.rename?.isNew == false },
    "rename": .view(\.rename), "starting": .view(\.starting),
    "menu": .view {
      $0.mode.isArranging || $0.mode == .selecting
        ? nil : ListMenu(list: $0.list, hasSections: $0.hasSections, live: $0.live)
    },
  ]
  private static let explanations = ["words/arranging.explanation", "words/arranging.sections-explanation"]

  let list: ListSummary
  /// The number of open tasks that are overdue.
  let late: Int
  /// The number of open tasks due within seven days, today included.
  let dueSoon: Int
  /// The number of open subtasks.
  var subtasks = 0
  let mode: ListMode
  /// The form that renames it, or names a new section; nil without one.
  let rename: RenameForm?
  /// The form that opens its completed tasks again; nil unless that was asked for.
  var starting: StartAgainForm?
  var hasSections = false
  /// Whether its rows are boxes that are sent together.
  var isTicking = false
  /// Whether the page is kept up to date; nil where that isn't offered.
  var live: Bool?
}

/// The form that opens the completed tasks of a list again.
struct StartAgainForm: TemplateView {
  static let fields: [String: Field<StartAgainForm>] = [
    "startAction": .form { .list($0.list.id, .startAgain) },
    "completed": .number(\.list.completed.ifAny),
    "due": .text(\.due), "error": .view(\.error),
  ]
  let list: ListSummary
  /// The day of the earliest date, as sent.
  var due = ""
  var error: FieldError?
}

struct ListMenu: TemplateView {
  static let fields: [String: Field<ListMenu>] = [
    "writes": .flag(\.mayWrite), "renameHref": .link { _ in .rename },
    "severalHref": .link { _ in .addSeveral },
    "arrangeHref": .optionalLink { $0.mayWrite && ($0.list.open > 0 || $0.hasSections) ? .arrange : nil },
    "sectionHref": .link { _ in .addSection },
    "selectHref": .optionalLink { $0.mayWrite && $0.list.open > 0 ? .select : nil },
    "sharingHref": .optionalLink { $0.list.isInbox ? nil : .openSharing(of: $0.list.id) },
    "view": .view { ListPreferencesForm(list: $0.list, hasSections: $0.hasSections) },
    "liveHref": .optionalLink { menu in menu.live.map { .keepUpToDate(!$0) } }, "live": .flag { $0.live == true },
    "historyHref": .link { .openHistory(of: $0.list.id) },
    "takeHref": .optionalLink { $0.list.open > 0 ? .takeAlong($0.list.id) : nil },
    "exportHref": .link { .export(.list($0.list.id)) },
    "feedsHref": .link { .openFeeds(of: $0.list.id) },
    "clearAction": .optionalForm { $0.mayWrite && $0.list.completed > 0 ? .list($0.list.id, .clearCompleted) : nil },
    "againHref": .optionalLink { $0.mayWrite && $0.list.lastCompleted != nil ? .startAgain : nil },
    "copyAction": .form { .list($0.list.id, .duplicate) },
    "copyVersion": .text { $0.list.revision.description },
    "deleteAction": .optionalForm {
      $0.list.isInbox || !$0.list.role.may(.delete) ? nil : .list($0.list.id, .delete)
    },
  ]
  let list: ListSummary
  let hasSections: Bool
  /// Whether the page is kept up to date; nil where that isn't offered.
  var live: Bool?

  private var mayWrite: Bool { list.role.may(.write) }
}

/// The form that adds tasks to a list: a single task with an optional due date, or several, one per line.
struct AddForm: Piece {
  static let template = "list/add"
  static let fields: [String: Field<AddForm>] = [
    "action": .form { .list($0.list.id, .addTasks) },
    "section": .optional(\.section?.description),
    "version": .text { ($0.base ?? $0.list.revision).description },
    "several": .flag(\.takesSeveral), "ticks": .flag(\.ticks),
    "oneHref": .link { .addTask(to: $0.list.id, $0.section) },
    "value": .text(\.value),
    "dates": .view { $0.takesSeveral ? nil : $0.dates },
    "focus": .flag { $0.error != nil || $0.takesSeveral },
    "error": .view(\.error),
  ]
  let list: ListSummary
  /// The section that it adds to; nil for the list.
  var section: SectionID?
  var dates: AddFormDates
  var takesSeveral = false
  /// Whether the boxes of the rows belong to it.
  var ticks = false
  /// The revision of the list that the boxes are based on; nil for the current one.
  var base: ChangeID?
  var value = ""
  var error: FieldError?
}

/// The forms that change how the reader looks at a list, in its menu and where it can't be arranged as it is.
struct ListPreferencesForm: TemplateView {
  static let fields: [String: Field<ListPreferencesForm>] = [
    "action": .form { .list($0.list.id, .setPreferences) },
    "orders": .rows { Choice.orders($0.list.preferences.order) },
    "colors": .rows { Choice.colors($0.list.preferences.color?.name) },
    "addsAtTop": .flag { $0.list.preferences.adds == .top },
    "addsAtBottom": .flag { $0.list.preferences.adds == .bottom },
    "canBoard": .flag { $0.hasSections && $0.list.preferences.layout != .board },
    "canList": .flag { $0.list.preferences.layout != .list },
    "canTick": .flag { $0.list.role.may(.write) && $0.list.open > 0 && $0.list.preferences.layout != .ticks },
    "byDate": .flag { $0.list.preferences.order == .date },
    "byPriority": .flag { $0.list.preferences.order == .priority },
  ]
  let list: ListSummary
  /// Whether it can be shown as a board.
  var hasSections = false
}
