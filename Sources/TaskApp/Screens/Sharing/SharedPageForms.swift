import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The form that makes a page by link.
struct PageForm: Piece {
  static let template = "sharing/new-page"
  static let fields: [String: Field<PageForm>] = [
    "action": .form { .list($0.list, .makePage) }, "version": .text(\.version),
    "name": .text { $0.rejected?.name ?? "" }, "days": .rows { Choice.pageDays($0.rejected?.days ?? 30) },
    "canTick": .flag { !$0.isFollowed }, "ticks": .flag { $0.rejected?.takesTicks == true },
    "error": .view { $0.rejected?.error }, "address": .optional(\.address),
  ]
  let list: ListID
  /// Part of the idempotency key: the revision of the list.
  let version: String
  let isFollowed: Bool
  var rejected: SharingPage.RejectedPage?
  /// The address of the page that was just made.
  var address: String?
}

/// Answers the form of a page by link, and the buttons of those that are there.
enum SharedPageForms {
  static func make(of id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let (typed, secret, submission) = (try form.required(FormField.name), LinkSecret(), try request.submission(form))
    let takesTicks = form[FormField.ticks] != nil
    guard let days = form[FormField.days].flatMap({ Int($0) }), Limits.pageDays.contains(days) else {
      throw RequestProblem.malformed
    }
    return try await request.submit {
      try ListName(validating: typed)
    } write: { name, store in
      var change: ChangeID?
      do {
        change = try await store.makePage(
          of: id, named: name, takesTicks: takesTicks, days: days, digest: secret.digest, submission: submission
        ).change
        if let change {
          request.app.newPages.note(secret, of: change, by: request.reader.session, at: request.app.now())
        }
      } catch StoreError.repeated(let earlier) {
        change = earlier
      }
      return await request.redirect(after: .changedSharing(of: id, change), at: .sharing(of: id))
    } again: { error, _ async throws(Failure) in
      try await SharingPage.page(
        id, for: request,
        rejectedPage: SharingPage.RejectedPage(name: typed, days: days, takesTicks: takesTicks, error: error))
    }
  }

  static func response(
    to action: SharedPageAction, of id: SharedPageID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .end:
      let ended = try await request.store.end(id)
      return await request.redirect(after: .changedSharing(of: ended.list, ended.change), at: .overview())
    case .undoTicks:
      let undone = try await request.store.undoTicks(of: id)
      return await request.redirect(after: .undid(undone.target, undone.change), at: .overview())
    }
  }
}

extension Choice {
  /// How long a page by link is there.
  static func pageDays(_ chosen: Int) -> [Choice] {
    choices(Limits.pageDays.map { String($0) }, pageDays, String(chosen))
  }
}
