import StatePages
import Tasks

/// The form that adds tasks to a list: a single task with an optional due date, or several, one per line.
struct AddForm: Piece {
  static let template = "list/add"
  static let fields: [String: Field<AddForm>] = [
    "action": .form { .list($0.list.id, .addTasks) },
    "section": .optional(\.section?.description),
    "version": .text { $0.list.revision.description },
    "several": .flag(\.takesSeveral),
    "oneHref": .link { .addOne(at: .list($0.list.id, rows: ListRows(section: $0.section))) },
    "value": .text(\.value),
    "dates": .view { $0.takesSeveral ? nil : $0.dates },
    "focus": .flag { $0.error != nil || $0.takesSeveral },
    "error": .view(\.error),
  ]
  let list: ListSummary
  /// The section that it adds to; nil for the list.
  var section: SectionID?
  let dates: AddFormDates
  var takesSeveral = false
  var value = ""
  var error: FieldError?
}
