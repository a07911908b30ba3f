import StatePages
import StateViews
import TaskStore
import Tasks

/// The page that adds a task to any list, with the text that another app has shared.
enum AddPage {
  /// The page.
  /// - Parameter form: the form; nil for one with the shared text.
  static func page(
    _ shared: SharedText, form: AddTaskForm? = nil, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let (choices, last) = try await request.store.addChoices()
    var form = form ?? AddTaskForm(shared, request.look)
    let isNew = form.list == AddFormLists.new
    form.dates.lists = AddFormLists(
      choices: choices, chosen: isNew ? nil : form.list.flatMap { ListID($0) } ?? last, isNew: isNew)
    if let list = form.list, !isNew, !choices.contains(where: { $0.id.description == list }) {
      form.listError = .noSuchList
    }
    try await form.dates.offerTags(for: request)
    form.version = try await request.store.revision()?.description ?? ""
    return Page(request, .add, skips: [.newTask], isKept: false) {
      AddHead()
      PagePart.piece("add-task", form)
    }
  }
}

struct AddHead: Piece {
  static let template = "add/head"
}

struct AddTaskForm: Piece {
  static let template = "add/form"
  static let fields: [String: Field<AddTaskForm>] = [
    "action": .form { _ in .add },
    "version": .text(\.version), "title": .text(\.title), "notes": .text(\.notes), "dates": .view(\.dates),
    "titleError": .view(\.titleError), "notesError": .view(\.notesError), "dueError": .view(\.dueError),
    "listError": .view(\.listError), "newList": .text(\.newList), "newListError": .view(\.newListError),
    "atList": .flag { $0.listError != nil && $0.titleError == nil },
    "atNewList": .flag { $0.newListError != nil && $0.titleError == nil },
  ]
  /// Part of the idempotency key: the account's revision.
  var version = ""
  let title, notes: String
  var dates: AddFormDates
  /// The chosen list, as sent; nil for the first one.
  let list: String?
  /// The typed name of a list to make.
  private(set) var newList = ""
  private(set) var titleError, notesError, dueError, newListError: FieldError?
  var listError: FieldError?

  /// The form with what was shared. Text that is too long is reported at once.
  init(_ shared: SharedText, _ look: DisplaySettings) {
    (title, notes) = shared.lines
    dates = AddFormDates(look: look, due: shared.due?.iso ?? "")
    list = shared.list.isEmpty ? nil : shared.list
    guard !title.isEmpty else { return }
    do { _ = try TaskDraft(validating: TaskInput(title: title, notes: notes)) } catch { note(error) }
  }

  init(_ form: FormBody, _ look: DisplaySettings, _ invalid: InvalidInput?, _ error: FieldError) {
    title = form[FormField.title] ?? ""
    notes = form[FormField.notes] ?? ""
    dates = AddFormDates(form, look)
    list = form[FormField.list]
    newList = form[FormField.newList] ?? ""
    if let invalid { note(invalid) }
    let isTold = [titleError, notesError, dueError, newListError].contains { $0 != nil }
    if !isTold, error != .noSuchList { titleError = error }
  }

  private mutating func note(_ invalid: InvalidInput) {
    (titleError, notesError) = (FieldError(invalid, in: .title), FieldError(invalid, in: .notes))
    (dueError, newListError) = (FieldError(invalid, in: .due), FieldError(invalid, in: .name))
  }
}
