import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

enum FeedForms {
  /// `POST /lists/{id}/feeds` and `POST /settings/feeds`
  static func add(_ subject: Feed.Subject, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let list: ListID? =
      switch subject {
      case .today: nil
      case .list(let id): id
      }
    let secret = FeedSecret()
    return try await request.submit {
    } write: { _, store in
      let (feed, isNew) = try await store.addFeed(of: subject, digest: secret.digest, submission: submission)
      // A repeated form has another secret, which no feed has.
      if isNew { request.app.newFeedSecrets.note(secret, of: feed, by: request.reader.session, at: request.app.now()) }
      request.log("calendar feed made", feed)
      return await request.redirect(after: .madeFeed(feed), at: .feeds(of: list))
    } again: { error, _ async throws(Failure) in
      try await FeedsPage.page(of: list, for: request, error: error)
    }
  }

  /// `POST /settings/feeds/{id}/renew`
  static func renew(_ id: FeedID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let secret = FeedSecret()
    try await request.store.renewFeed(id, digest: secret.digest)
    request.app.newFeedSecrets.note(secret, of: id, by: request.reader.session, at: request.app.now())
    request.log("calendar feed renewed", id)
    return await request.redirect(after: .madeFeed(id), at: form.origin ?? .feeds())
  }

  /// `POST /settings/feeds/{id}/end`
  static func end(_ id: FeedID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.store.endFeed(id)
    request.log("calendar feed ended", id)
    return await request.redirect(after: .changedFeed(id), at: form.origin ?? .feeds())
  }

  /// `POST /settings/feeds/{id}/resume`
  static func resume(_ id: FeedID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.store.resumeFeed(id)
    request.log("calendar feed resumed", id)
    return await request.redirect(after: .changedFeed(id), at: form.origin ?? .feeds())
  }
}

extension SignedInRequest {
  fileprivate func log(_ event: String, _ feed: FeedID) {
    context.logger.info("\(event)", metadata: ["account": "\(reader.account)", "feed": "\(feed)"])
  }
}
