import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TrashForms {
  /// `POST /trash/empty`
  static func empty(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let until = try form.required(FormField.until, as: Int64.self)
    let moment = Date(timeIntervalSince1970: Double(until) / 1_000)
    try await request.store.emptyTrash(until: moment, deletingFor: .milliseconds(300))
    return await request.redirect(after: .emptiedTrash, at: .trash())
  }
}
