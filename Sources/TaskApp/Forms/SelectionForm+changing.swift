import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The state of the selection form: what was selected, and why it was rejected.
struct Selecting: Sendable {
  var input = SelectedInput()
  var error: FieldError?
  /// Whether the error is that of the field beside the pressed button.
  var isFieldInvalid = false
}

/// Answers the forms that change selected tasks: of a list or a saved filter, of Today, or results of a search.
extension SelectionForm {
  static func changeTasks(of id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let request = request.showing(.list(id, ListPageView(mode: .selecting)))
    let list = try await request.store.list(id)
    let asked = list.filter.flatMap(SearchParameters.init(filterQuery:))
    return try await change(
      request, form, all: asked.map { .matches(of: $0.query, in: $0.filter(for: request.look)) } ?? .open(in: id)
    ) {
      .changedTasks(in: id, $0)
    } page: { selecting throws(Failure) in
      try await ListPage.page(
        id, ListPageView(mode: .selecting), for: request, rejected: .selecting(selecting))
    }
  }

  static func changeToday(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let pages = if case .today(let view)? = form.origin?.page { view.pages } else { TodayPages() }
    let tasks = try SelectedInput(form).tasks
    let request = request.showing(.today(TodayView(pages: pages, isSelecting: true)))
    return try await change(request, form, all: nil) {
      .changedToday(tasks.count == 1 ? tasks.first : nil, $0)
    } page: { selecting throws(Failure) in
      try await TodayPage.page(
        TodayView(pages: pages, isSelecting: true), for: request, selecting: selecting)
    }
  }

  static func changeMatches(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let asked = SearchParameters(filterQuery: try form.required(FormField.filter)) else {
      throw RequestProblem.malformed
    }
    let request = request.showing(.search(asked, selecting: true))
    return try await change(
      request, form, all: .matches(of: asked.query, in: asked.filter(for: request.look))
    ) {
      .changedMatches($0)
    } page: { selecting throws(Failure) in
      try await SearchPage.page(asked, isSelecting: true, for: request, selecting: selecting)
    }
  }

  /// - Parameters:
  ///   - all: the selection of all tasks; nil if the form does not offer it.
  ///   - event: the event of the change.
  ///   - page: the page with the form, again.
  private static func change(
    _ request: SignedInRequest, _ form: FormBody, all: TaskSelection?,
    event: (ChangeID?) -> TaskEvent, page: @Sendable (Selecting) async throws(Failure) -> Page
  ) async throws -> Response {
    let submission = try request.submission(form)
    let input = try SelectedInput(form)
    func again(
      _ error: FieldError, _ failure: Failure, isFieldInvalid: Bool = false
    ) async throws(Failure) -> Response {
      try await request.again(failure) { () async throws(Failure) in
        try await page(Selecting(input: input, error: error, isFieldInvalid: isFieldInvalid))
      }
    }
    let everything = input.all ? all : nil
    if everything == nil, input.tasks.isEmpty { return try await again(.nothingChosen, Failure(.invalid)) }
    let wanted: BulkChange
    do { wanted = try BulkChange.asked(by: form, input, request.quickAdd) } catch {
      return try await again(error, Failure(.invalid), isFieldInvalid: true)
    }
    do {
      let written = try await request.store.withStoreErrors.changeTasks(
        everything ?? .tasks(input.tasks, in: all?.list), wanted, submission: submission)
      return await request.redirect(after: event(written.change), at: request.step)
    } catch {
      let failure = request.store.failure(error)
      if case .move(let target) = wanted, try await !request.store.listChoices().contains(where: { $0.id == target }) {
        return try await again(.notAChoice, Failure(.invalid), isFieldInvalid: true)
      }
      guard let fieldError = FieldError(ofSelection: error) else { throw failure }
      return try await again(fieldError, failure)
    }
  }

  /// The form of a page in selecting mode.
  /// - Parameter list: the list to leave out of those that tasks can be moved to, to whose members they can be given.
  static func make(
    _ rows: Rows, version: String, all: Int?, without list: ListSummary? = nil, _ selecting: Selecting,
    _ request: SignedInRequest
  ) async throws(Failure) -> SelectionForm {
    let targets = try await request.store.listChoices().filter { $0.id != list?.id }
    let members: [Member] =
      if let list, list.members > 1 { try await request.store.sharing(of: list.id).members } else { [] }
    return SelectionForm(
      rows: rows, version: version, all: all, targets: targets, tags: try await request.store.tagNames(),
      members: members.map(\.person),
      look: request.look, selected: selecting.input, error: selecting.error,
      isFieldInvalid: selecting.isFieldInvalid)
  }
}

extension BulkChange {
  /// What the pressed button asks for. Enter presses none: it sets a date that was typed.
  fileprivate static func asked(
    by form: FormBody, _ input: SelectedInput, _ context: QuickAddContext
  ) throws(FieldError) -> BulkChange {
    switch input.action {
    case .complete: return .complete(on: context.today)
    case .delete: return .delete
    case .move: return .move(to: try chosen(input.target))
    case .due: return try date(input.due, context)
    case .tag: return .addTag(try tag(input.tag))
    case .untag: return .replaceTag(try tag(input.tag), by: nil)
    case nil:
      if let quick = form[FormField.quick] { return quick.isEmpty ? .due(nil) : try date(quick, context) }
      if let name = form[TaskField.priority.name] { return .priority(try chosen(Priority(name: name))) }
      if let member = form[TaskField.assignee.name] {
        return .assign(to: member.isEmpty ? nil : try chosen(AccountID(member)))
      }
      if let name = form[TaskField.repeats.name] {
        return .repeats(try chosen(RepeatChoice(rawValue: name)).draft, from: context.today)
      }
      if input.due.isEmpty { throw .noAction }
      return try date(input.due, context)
    }
  }

  private static func chosen<Choice>(_ choice: Choice?) throws(FieldError) -> Choice {
    if let choice { return choice }
    throw .notAChoice
  }

  private static func tag(_ text: String) throws(FieldError) -> Tag {
    if text.allSatisfy(\.isWhitespace) { throw .noTag }
    guard let tag = Tag(text) else { throw FieldError(FieldProblem(.tags, .notATag(text))) }
    return tag
  }

  private static func date(_ text: String, _ context: QuickAddContext) throws(FieldError) -> BulkChange {
    if text.isEmpty { throw .noDate }
    do { return .due(try Day(typed: DueWord.date(text, context))) } catch {
      throw FieldError(FieldProblem(.due, error))
    }
  }
}

extension FieldError: Error {}
