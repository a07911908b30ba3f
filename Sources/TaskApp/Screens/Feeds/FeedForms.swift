import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

enum FeedForms {
  static func add(_ subject: Feed.Subject, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let list: ListID? = if case .list(let id) = subject { id } else { nil }
    let secret = FeedSecret()
    return try await request.submit {
    } write: { _, store in
      let (feed, isNew) = try await store.addFeed(of: subject, digest: secret.digest, submission: submission)
      // A repeated form has another secret, which no feed has.
      if isNew { request.app.newFeedSecrets.note(secret, of: feed, by: request.reader.session, at: request.app.now()) }
      log("made", feed, request)
      return await request.redirect(after: .changedFeed(feed, isNew: true), at: .feeds(of: list))
    } again: { error, _ async throws(Failure) in
      try await FeedsPage.page(of: list, for: request, error: error)
    }
  }

  static func response(
    to action: SecretAction, of id: FeedID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    switch action {
    case .renew:
      let secret = FeedSecret()
      try await request.store.renewSecret(of: id, digest: secret.digest)
      request.app.newFeedSecrets.note(secret, of: id, by: request.reader.session, at: request.app.now())
    case .end: try await request.store.endSecret(of: id)
    case .resume: try await request.store.resumeSecret(of: id)
    }
    log(action.done, id, request)
    return await request.redirect(after: .changedFeed(id, isNew: action == .renew), at: form.origin ?? .feeds())
  }

  private static func log(_ action: String, _ feed: FeedID, _ request: SignedInRequest) {
    request.context.logger.info(
      "calendar feed \(action)", metadata: ["account": "\(request.reader.account)", "feed": "\(feed)"])
  }
}
