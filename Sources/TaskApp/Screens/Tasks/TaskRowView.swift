import Foundation
import StatePages
import Tasks

/// A row of a list: a task with its actions.
struct TaskRowView: Piece {
  static let template = "components/task-row"
  static let fields: [String: Field<TaskRowView>] = [
    "id": .text { $0.row.id.description },
    "title": .text(\.row.title),
    "label": .text { ShortText.of($0.row.title) },
    // An open task also has a row in the pane of its page.
    "href": .address { TaskFlow.address(after: .openedTask($0.row.id, isOpen: $0.row.done == nil)) },
    "done": .flag { $0.row.done != nil },
    "high": .flag { $0.row.priority == .high },
    "medium": .flag { $0.row.priority == .medium },
    "low": .flag { $0.row.priority == .low },
    "hasNotes": .flag(\.row.hasNotes),
    "due": .view(\.due),
    "undo": .optionalAddress(\.undo),
    "literal": .view(\.literal),
    "toggleAction": .address {
      TaskFlow.action($0.row.done == nil ? .completeTask($0.row.id) : .reopenTask($0.row.id))
    },
    "arranging": .view(\.place),
    "selecting": .view(\.box),
    "usual": .flag { $0.place == nil && $0.box == nil },
    "completedAt": .view(\.completedAt),
  ]
  let row: TaskRow
  /// When it is due; nil for completed tasks.
  let due: DueView?
  let completedAt: Moment?
  let undo: String?
  /// The form that restores its text as typed; nil unless words of its title were just understood.
  let literal: LiteralForm?
  /// Its position; nil unless tasks are being reordered.
  let place: TaskRowPlace?
  /// Its check box; nil unless tasks are being selected.
  let box: TaskRowBox?

  /// The rows of a list, in order. The row that `news` refers to has an undo button.
  /// - Parameters:
  ///   - arranging: the rows' positions; nil unless tasks are being reordered.
  ///   - selected: the tasks whose check boxes are checked; nil unless tasks are being selected.
  static func rows(
    _ rows: some Sequence<TaskRow>, notice: RowNotice?, arranging: TaskPlaces? = nil, selected: Set<TaskID>? = nil,
    for look: Look
  ) -> [TaskRowView] {
    lazy var days = DayPrinter(look)
    lazy var moments = MomentPrinter(look)
    return rows.enumerated().map { index, row in
      TaskRowView(
        row: row, due: row.done == nil ? row.due.map { days.due($0) } : nil,
        completedAt: row.done.map { moments.moment(Int64($0.timeIntervalSince1970)) },
        undo: notice.flatMap { $0.task == row.id ? $0.undo : nil },
        literal: notice.flatMap { $0.task == row.id ? LiteralForm(row, $0) : nil },
        place: arranging.map { places in
          TaskRowPlace(
            task: row.id, version: places.revision, index: places.first + index, count: places.count)
        }, box: selected.map { TaskRowBox(task: row.id, isSelected: $0.contains(row.id)) })
    }
  }

  /// The approximate size of a rendered row in bytes.
  static func bytes(of row: TaskRow, isArranging: Bool = false) -> Int {
    let labels = PrintedText.bytes(of: ShortText.of(row.title)) * (isArranging ? 6 : 2)
    return PrintedText.bytes(of: row.title) + labels + (isArranging ? PageBudget.arrangedRow : PageBudget.row)
  }
}
