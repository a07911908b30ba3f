import Foundation
import StatePages
import Tasks

/// A search result: the task's title, an excerpt of its notes, and its list.
struct FoundTaskView: Piece {
  static let template = "search/found-task"
  static let fields: [String: Field<FoundTaskView>] = [
    "id": .text { $0.task.id.description },
    "href": .address { TaskFlow.address(after: .openedTask($0.task.id, isOpen: false)) },
    "title": .pieces { MarkedRun.runs(of: $0.task.title) },
    "excerpt": .view { $0.task.excerpt.map(ExcerptView.init) },
    "listName": .text(\.task.listName),
    "partOf": .optional { $0.task.partOf.map { ShortText.of($0) } },
    "tagged": .flag { !$0.task.tags.isEmpty },
    "tags": .pieces { $0.task.tags.tags.map(TagLink.init) },
    "box": .view(\.box),
    "due": .view(\.due),
    "done": .view(\.done),
  ]

  struct ExcerptView: TemplateView {
    static let fields: [String: Field<ExcerptView>] = [
      "cutBefore": .flag(\.excerpt.isCutBefore),
      "cutAfter": .flag(\.excerpt.isCutAfter),
      "runs": .pieces { MarkedRun.runs(of: $0.excerpt.text) },
    ]
    let excerpt: FoundTask.Excerpt
  }

  /// The approximate size of a rendered result in bytes.
  static func bytes(of task: FoundTask) -> Int {
    let runs = task.title.runs + (task.excerpt?.text.runs ?? [])
    return runs.reduce(PageBudget.row) { $0 + PrintedText.bytes(of: $1.text) + ($1.isMarked ? 13 : 0) }
      + PrintedText.bytes(of: task.partOf ?? "") + PrintedText.bytes(of: task.listName) + TagLink.bytes(of: task.tags)
  }

  let task: FoundTask
  /// When it is due; nil for completed tasks.
  let due: DueView?
  let done: Moment?
  /// Its check box; nil unless tasks are being selected.
  let box: SelectionBox?

  init(_ task: FoundTask, _ printer: DayPrinter, _ look: Look, box: SelectionBox? = nil) {
    self.task = task
    self.box = box
    due = task.done == nil ? task.due.map { printer.due($0, task.time) } : nil
    done = task.done.map { Moment(Int64($0.timeIntervalSince1970), for: look) }
  }
}

/// A run of text, highlighted or not. It contains no markup: the template escapes and highlights it.
struct MarkedRun: Piece {
  static let template = "components/marked"
  static let fields: [String: Field<MarkedRun>] = ["text": .text(\.run.text), "marked": .flag(\.run.isMarked)]
  let run: MarkedText.Run

  /// The runs of a text.
  static func runs(of text: MarkedText) -> [MarkedRun] { text.runs.map(MarkedRun.init) }
}
