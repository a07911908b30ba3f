import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum ListForms {
  /// `POST /lists/{id}`
  static func rename(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.renameList(id, to: name, version: version, submission: submission)
      return await request.redirect(after: .renamedList(id, written.change), at: .list(id))
    } again: { typed, error, cause async throws(Failure) in
      let base = cause?.currentVersion ?? version
      return try await ListPage.page(
        id, .renaming, for: request, renaming: { _ in RenameForm(list: id, version: base, value: typed, error: error) })
    }
  }

  /// `POST /lists/{id}/tasks`
  static func add(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let several = form[FormField.titles]
    let section = form[FormField.section].flatMap { SectionID($0) }
    let typed = try several ?? form.required(FormField.title)
    let submission = try request.submission(form)
    return try await request.submit {
      try NestedDraft.typed(form, several: several, title: typed, request.quickAdd)
    } write: { added, store in
      let written = try await store.addTasks(
        added.0, to: id, section: section, literal: added.literal, submission: submission)
      let rows = await request.rows(with: written.tasks, in: id, section)
      return await request.redirect(after: .addedTasks(to: id, rows, written.change), at: .list(id))
    } name: {
      $0.0.first?.draft.title ?? ""
    } again: { error, _ async throws(Failure) in
      try await ListPage.page(
        id, several == nil ? .using : .addingSeveral, rows: ListRows(section: section), for: request,
        adding: {
          AddForm(
            list: $0, section: section, dates: AddFormDates(form, today: request.look.today),
            takesSeveral: several != nil, value: typed, error: error)
        })
    }
  }

  /// `POST /lists/{id}/delete`
  static func delete(_ id: ListID, _ request: SignedInRequest) async throws -> Response {
    let written = try await request.store.deleteList(id)
    return await request.redirect(after: .deletedList(written.change), at: .list(id))
  }

  /// `POST /lists/{id}/restore`
  static func restore(_ id: ListID, _ request: SignedInRequest) async throws -> Response {
    let written = try await request.store.restoreList(id)
    return await request.redirect(after: .restoredList(id, written.change), at: .trash())
  }

  /// `POST /lists/{id}/clear-completed`
  static func clearCompleted(_ id: ListID, _ request: SignedInRequest) async throws -> Response {
    let written = try await request.store.clearCompleted(in: id)
    return await request.redirect(after: .clearedCompleted(in: id, written.change), at: .list(id))
  }

  /// `POST /lists/{id}/tasks/change`
  static func changeTasks(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.list(id)
    let asked = list.filter.flatMap(SearchParameters.init(filterQuery:))
    return try await SelectionForm.change(
      request, form, all: asked.map { .matches(of: $0.query, in: $0.filter(for: request.look)) } ?? .open(in: id),
      at: .list(id, .selecting)
    ) { change in
      .changedTasks(in: id, change)
    } page: { selecting throws(Failure) in
      try await ListPage.page(id, .selecting, for: request, selecting: selecting)
    }
  }

  /// `POST /lists/{id}/view`. A field that the form does not have keeps its value.
  static func setPreferences(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    var preferences = try await request.store.list(id).preferences
    if let text = form[FormField.adds] {
      guard let adds = ListEnd(rawValue: text) else { throw RequestProblem.malformed }
      preferences.adds = adds
    }
    if let text = form[FormField.order] {
      guard let order = TaskOrder(rawValue: text) else { throw RequestProblem.malformed }
      preferences.order = order
    }
    if let text = form[FormField.layout] {
      guard let layout = ListLayout(rawValue: text) else { throw RequestProblem.malformed }
      preferences.layout = layout
    }
    try await request.store.setPreferences(preferences, of: id)
    let isArranging = form[FormField.then] == FormField.arrange
    return await request.redirect(after: .changedPreferences(of: id, arranging: isArranging), at: .list(id))
  }
}

extension StoreError {
  /// The list's current version, if a new name was based on an older one.
  var currentVersion: ChangeID? {
    switch self {
    case .conflict(.list(_, let version, _, _)): version
    case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: nil
    }
  }
}

extension ListForms {
  /// `POST /lists/{id}/again`
  static func startAgain(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = form[FormField.due] ?? ""
    return try await request.submit { () throws(FieldError) -> Day? in
      if typed.isEmpty { return nil }
      do throws(Problem) {
        return try Day(typed: DueWord.date(typed, request.look.today))
      } catch {
        throw FieldError(FieldProblem(.due, error))
      }
    } write: { day, store in
      let written = try await store.startAgain(id, on: day)
      return await request.redirect(after: .startedAgain(id, written.change), at: .list(id))
    } again: { error, _ async throws(Failure) in
      let list = try await request.store.list(id)
      return try await ListPage.page(
        id, .startingAgain, for: request, starting: StartAgainForm(list: list, due: typed, error: error))
    }
  }

  /// `POST /lists/{id}/duplicate`
  static func duplicate(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let made = try await request.made { store throws(StoreError) in
      try await store.copyList(id, submission: submission)
    }
    return await request.redirect(after: .duplicatedList(made.list, made.change), at: .list(id))
  }
}
