import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms of a list.
extension ListPage {
  /// `POST /lists/{id}`
  static func rename(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.name)
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let submission = try request.submission(form)
    func again(_ error: FieldError, _ failure: Failure, _ version: ChangeID) async throws(Failure) -> Response {
      try await request.again(failure) { () async throws(Failure) in
        try await page(
          id, .renaming, for: request,
          renaming: { _ in RenameForm(list: id, version: version, value: typed, error: error) })
      }
    }
    let name: ListName
    do {
      name = try ListName(validating: typed)
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid), version)
    }
    do {
      let written = try await request.store.withStoreErrors.renameList(
        id, to: name, version: version, submission: submission)
      return await request.redirect(after: .renamedList(id, written.change), at: .list(id))
    } catch {
      let failure = request.store.failure(error)
      guard let told = FieldError(error, name: name.text) else { throw failure }
      return try await again(told, failure, error.currentVersion ?? version)
    }
  }

  /// `POST /lists/{id}/tasks`
  static func add(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let several = form[FormField.titles]
    let typed = try several ?? form.required(FormField.title)
    let submission = try request.submission(form)
    func again(_ error: FieldError, _ failure: Failure) async throws(Failure) -> Response {
      try await request.again(failure) { () async throws(Failure) in
        try await page(
          id, several == nil ? .using : .addingSeveral, for: request,
          adding: {
            AddForm(
              list: $0, dates: AddFormDates(form, today: request.look.today), takesSeveral: several != nil,
              value: typed,
              error: error)
          })
      }
    }
    let tasks: [NestedDraft]
    let literal: TaskDraft?
    do {
      (tasks, literal) = try NestedDraft.typed(form, several: several, title: typed, request.quickAdd)
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid))
    }
    do {
      let written = try await request.store.withStoreErrors.addTasks(
        tasks, to: id, literal: literal, submission: submission)
      let page = await request.page(of: written.tasks, in: id)
      return await request.redirect(after: .addedTasks(to: id, page: page, written.change), at: .list(id))
    } catch {
      let failure = request.store.failure(error)
      guard let told = FieldError(error, name: tasks.first?.draft.title ?? "") else { throw failure }
      return try await again(told, failure)
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
}

extension StoreError {
  /// The list's current version, if a new name was based on an older one.
  fileprivate var currentVersion: ChangeID? {
    switch self {
    case .conflict(.list(_, let version, _, _)): version
    case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .unavailable, .cancelled, .internal: nil
    }
  }
}
