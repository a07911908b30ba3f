import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms for following a remote list. They return without fetching; the page after the redirect fetches the source.
enum FollowForms {
  /// `POST /remote`. With a name, the list is followed immediately.
  static func begin(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.url)
    var shown = typed
    return try await request.submit {
      try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
    } write: { address, store in
      switch try await store.draftSource(address) {
      case .draft(let source):
        // An earlier fetch may have failed.
        try await store.wantRefresh(source: source)
        guard form[FormField.name] != nil else {
          return request.redirect(after: FollowEvent.gaveAddress(source))
        }
        return try await follow(try await FollowPage.source(source, request), request, form)
      case .followed(let list):
        shown = address.withoutSecrets
        throw FieldError.alreadyFollowed(by: try await store.list(list))
      }
    } again: { error, _ async throws(Failure) in
      try await FollowPage.address(nil, request, typed: shown, user: form.sourceUser, error: error)
    }
  }

  /// `POST /remote/{id}/address`
  static func takeAddress(_ id: SourceID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let source = try await FollowPage.source(id, request)
    let typed = try form.required(FormField.url)
    return try await request.submit {
      let given = try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
      return form[FormField.sourceForget] == nil ? try given.keepingLogin(of: source.address) : given
    } write: { address, store in
      guard let written = try await store.setAddress(address, of: source.id) else {
        try await store.wantRefresh(source: source.id)
        return request.redirect(after: FollowEvent.gaveAddress(source.id))
      }
      return request.redirect(after: FollowEvent.changedAddress(of: written.list, written.change))
    } again: { error, _ async throws(Failure) in
      try await FollowPage.address(source, request, typed: typed, user: form.sourceUser, error: error)
    }
  }

  /// `POST /remote/{id}/lists`
  static func choose(_ id: SourceID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let source = try await FollowPage.source(id, request)
    let chosen = try form.required(FormField.collection)
    do {
      let written = try await request.store.withStoreErrors.choose(chosen, of: source.id)
      guard let written else {
        try await request.store.withStoreErrors.wantRefresh(source: source.id)
        return request.redirect(after: FollowEvent.choseList(source.id))
      }
      return request.redirect(after: FollowEvent.changedAddress(of: written.list, written.change))
    } catch {
      let fieldError: FieldError
      switch error {
      case .notFound: fieldError = .notAChoice
      case .conflict(.followed): fieldError = .alreadyFollowed
      case _: throw request.store.failure(error)
      }
      let stored = try await CollectionsPage.collections(of: source, request)
      return try await request.again(Failure(.invalid)) { () async throws(Failure) in
        try await CollectionsPage.page(source, stored, request, error: fieldError)
      }
    }
  }

  /// `POST /remote/{id}/refresh`
  static func tryAgain(_ id: SourceID, _ request: SignedInRequest) async throws -> Response {
    try await request.store.wantRefresh(source: id)
    return request.redirect(after: FollowEvent.triedAgain)
  }

  /// `POST /remote/{id}/name`
  static func takeName(_ id: SourceID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await follow(try await FollowPage.source(id, request), request, form)
  }

  private static func follow(_ source: Source, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.name)
    let submission = try request.submission(form)
    return try await request.submit {
      try ListName(validating: typed)
    } write: { name, store in
      let written = try await store.follow(source.id, as: name, submission: submission)
      return request.redirect(after: FollowEvent.named(written.list, written.change))
    } name: { _ in
      typed
    } again: { error, _ async throws(Failure) in
      try await FollowPage.name(source, request, typed: typed, error: error)
    }
  }
}

extension FormBody {
  fileprivate var sourceUser: String { self[FormField.sourceUser] ?? "" }
  /// The password for the source. Secret.
  fileprivate var sourcePassword: String { self[FormField.sourcePassword] ?? "" }
}
