import StatePages
import StateViews
import TaskStore
import Tasks

/// The form that adds a task on Today, or on the page of a day, to any list. Without a date, the task is due on that day.
struct TodayAddForm: Piece {
  static let template = "today/add"
  static let fields: [String: Field<TodayAddForm>] = [
    "action": .form { _ in .addToday },
    "version": .text(\.version),
    "from": .optional(\.from),
    "value": .text(\.value),
    "dates": .view(\.dates),
    "focus": .flag { $0.error != nil },
    "error": .view(\.error),
  ]
  let dates: AddFormDates
  /// Part of the idempotency key: the account's revision.
  let version: String
  /// The address of the page of a day; nil on Today.
  var from: String?
  var value = ""
  var error: FieldError?
}

extension TodayPage {
  /// The form, for an account with lists that it can add to.
  /// - Parameter step: the page of a day; nil for Today.
  static func addForm(
    _ adding: (form: FormBody, typed: String, error: FieldError)?, _ revision: ListsRevision,
    from step: TaskStep? = nil, _ request: SignedInRequest
  ) async throws(Failure) -> TodayAddForm? {
    let chosen = adding.flatMap { $0.form[FormField.list] }.flatMap { ListID($0) }
    let choices = try await request.store.listChoices()
    guard !choices.isEmpty else { return nil }
    let today = request.look.today
    var dates = adding.map { AddFormDates($0.form, today: today) } ?? AddFormDates(today: today)
    dates.lists = AddFormLists(choices: choices, chosen: chosen)
    return TodayAddForm(
      dates: dates, version: revision.newest?.description ?? "", from: step?.text, value: adding?.typed ?? "",
      error: adding?.error)
  }
}
