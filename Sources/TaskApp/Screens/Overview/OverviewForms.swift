import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum OverviewForms {
  static func create(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.submitName(form) { name, submission, store in
      let written = try await store.createList(name, submission: submission)
      return await request.redirect(after: .createdList(written.list, written.change), at: .overview())
    } again: { typed, error, _ async throws(Failure) in
      try await Overview.page(for: request, typed: typed, error: error)
    }
  }
}

/// A list of samples that an account without tasks can add with one press, and undo as one change.
///
/// Its words are a message: the name, then a task on each line. Words at the end of a line are understood as in the field for new
/// tasks; `[x]` marks a completed task, and a line that begins with `>` has the notes of the task before it.
struct SampleList: Sendable {
  let name: ListName
  let open, completed: [TaskDraft]

  init(parsing text: String, _ context: QuickAddContext) throws(InvalidInput) {
    var lines = text.split(whereSeparator: \.isNewline)[...]
    name = try ListName(validating: String(lines.popFirst() ?? ""))
    var (open, completed): ([TaskDraft], [TaskDraft]) = ([], [])
    while let line = lines.popFirst() {
      let isDone = line.hasPrefix("[x] ")
      var input = TaskInput(title: String(line.dropFirst(isDone ? 4 : 0)))
      if let notes = lines.first, notes.hasPrefix("> ") {
        input = TaskInput(title: input[.title], notes: String(notes.dropFirst(2)))
        lines.removeFirst()
      }
      let draft = try QuickAdd(validating: input, context).draft
      if isDone { completed.append(draft) } else { open.append(draft) }
    }
    self.open = open
    self.completed = completed
  }

  static func create(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let list = try SampleList(parsing: request.words(SampleListText()), request.quickAdd)
    let made = try await request.made { store in
      try await store.createList(list.name, open: list.open, completed: list.completed, submission: submission)
    }
    return await request.redirect(after: .createdList(made.list, made.change), at: .overview())
  }
}

struct SampleListText: Piece {
  static let template = "overview/sample-list"
}
