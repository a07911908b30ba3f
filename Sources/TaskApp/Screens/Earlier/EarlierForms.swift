import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum EarlierForms {
  /// Brings a task back, and leads to its row among the others of that moment.
  static func bringBack(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let minute = form.button(FormField.asOf).flatMap({ LocalMinute($0) }),
      let moment = minute.date(for: request.look)
    else { throw RequestProblem.malformed }
    let written = try await request.store.bringBack(id, asOf: moment)
    return await request.redirect(
      after: .broughtBack(id, in: written.list, asOf: minute, written.change), at: .list(written.list))
  }
}
