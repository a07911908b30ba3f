import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

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
    do {
      let written = try await request.store.withStoreErrors.copyList(id, submission: submission)
      return await request.redirect(after: .duplicatedList(written.list, written.change), at: .list(id))
    } catch .repeated(let earlier) {
      let change = try await request.store.change(earlier)
      return await request.redirect(after: .duplicatedList(change.list, change.id), at: .list(id))
    } catch {
      throw request.store.failure(error)
    }
  }
}
