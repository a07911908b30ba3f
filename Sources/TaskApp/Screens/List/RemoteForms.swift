import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms that take tasks out of a remote list.
enum RemoteForms {
  static func keep(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    do {
      let keeping = try await request.store.withStoreErrors.keepList(id, submission: submission)
      return await request.redirect(after: .changedList(keeping.list, keeping.change), at: .list(id))
    } catch .repeated(let change) {
      // Pressed twice.
      let list = try await request.store.change(change).list
      return await request.redirect(after: .changedList(list, change), at: .list(id))
    } catch .conflict(.tasksGone) {
      throw Failure(.conflict, "nothing-to-keep")
    } catch {
      throw request.store.failure(error)
    }
  }

  static func copy(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.list(id)
    let submission = try request.submission(form)
    let target = form[FormField.to]?.isEmpty == false ? try form.list(FormField.to) : nil
    let chosen = Set(try SelectedInput(form).tasks)
    func again(_ error: FieldError, _ failure: Failure) async throws(Failure) -> Response {
      try await request.again(failure) { () async throws(Failure) in
        let header = try await request.listHeader(id)
        guard let source = header.source else { throw failure }
        let choice = RemotePage.Choice(tasks: chosen, target: target, error: error)
        return try await RemotePage.page(
          header, from: source, ListPageView(mode: .choosing()), for: request, choice: choice)
      }
    }
    let isAll = form[FormField.all] != nil
    guard isAll || !chosen.isEmpty else { return try await again(.nothingChosen, Failure(.invalid)) }
    let place: CopyTarget =
      if let target { .list(target) } else { .new(try ListName(validating: list.name)) }
    do {
      let copied = try await request.store.withStoreErrors.copyTasks(
        isAll ? nil : chosen, from: id, to: place, submission: submission)
      return await request.redirect(after: .changedList(copied.list, copied.change), at: .list(id))
    } catch .repeated {
      return try await again(.copiedAlready, Failure(.conflict))
    } catch {
      let failure = request.store.failure(error)
      guard let fieldError = FieldError(error, name: list.name) else { throw failure }
      return try await again(fieldError, failure)
    }
  }
}
