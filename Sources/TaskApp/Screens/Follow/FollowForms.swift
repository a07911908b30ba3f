import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms for following a remote list. They return without fetching; the page after the redirect fetches the source.
enum FollowForms {
  /// `POST /remote`. With a name, the list is followed immediately.
  static func begin(_ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.url)
    var shown = typed
    return try await request.signedIn.submit {
      try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
    } write: { address, store in
      switch try await store.draftSource(address) {
      case .draft(let source):
        // An earlier fetch may have failed.
        try await store.wantRefresh(source: source)
        guard form[FormField.name] != nil else {
          return await request.redirect(after: .gaveAddress(source), at: .address(nil))
        }
        return try await follow(try await FollowPage.source(source, request.signedIn), request, form)
      case .followed(let list):
        shown = address.withoutSecrets
        throw FieldError.alreadyFollowed(by: try await store.list(list))
      }
    } again: { error, _ async throws(Failure) in
      try await FollowPage.address(nil, request, typed: shown, user: form.sourceUser, error: error)
    }
  }

  /// `POST /remote/{id}/address`
  static func takeAddress(_ id: SourceID, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let source = try await FollowPage.source(id, request.signedIn)
    let typed = try form.required(FormField.url)
    let step = FollowStep.address(source.id)
    return try await request.signedIn.submit {
      let given = try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
      return form[FormField.sourceForget] == nil ? try given.keepingLogin(of: source.address) : given
    } write: { address, store in
      guard let written = try await store.setAddress(address, of: source.id) else {
        try await store.wantRefresh(source: source.id)
        return await request.redirect(after: .gaveAddress(source.id), at: step)
      }
      return await request.redirect(after: .changedAddress(of: written.list, written.change), at: step)
    } again: { error, _ async throws(Failure) in
      try await FollowPage.address(source, request, typed: typed, user: form.sourceUser, error: error)
    }
  }

  /// `POST /remote/{id}/lists`
  static func choose(_ id: SourceID, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let signedIn = request.signedIn
    let source = try await FollowPage.source(id, signedIn)
    let chosen = try form.required(FormField.collection)
    do {
      let written = try await signedIn.store.withStoreErrors.choose(chosen, of: source.id)
      guard let written else {
        try await signedIn.store.withStoreErrors.wantRefresh(source: source.id)
        return await request.redirect(after: .choseList(source.id), at: .lists(source.id))
      }
      return await request.redirect(after: .changedAddress(of: written.list, written.change), at: .lists(source.id))
    } catch {
      let told: FieldError
      switch error {
      case .notFound: told = .notAChoice
      case .conflict(.followed): told = .alreadyFollowed
      case _: throw signedIn.store.failure(error)
      }
      let stored = try await CollectionsPage.collections(of: source, signedIn)
      return try await signedIn.again(Failure(.invalid)) { () async throws(Failure) in
        try await CollectionsPage.page(source, stored, request, error: told)
      }
    }
  }

  /// `POST /remote/{id}/refresh`
  static func tryAgain(_ id: SourceID, _ request: FollowRequest) async throws -> Response {
    try await request.signedIn.store.wantRefresh(source: id)
    return await request.redirect(after: .triedAgain, at: .preview(id))
  }

  /// `POST /remote/{id}/name`
  static func takeName(_ id: SourceID, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    try await follow(try await FollowPage.source(id, request.signedIn), request, form)
  }

  private static func follow(_ source: Source, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.name)
    let submission = try request.signedIn.submission(form)
    return try await request.signedIn.submit {
      try ListName(validating: typed)
    } write: { name, store in
      let written = try await store.follow(source.id, as: name, submission: submission)
      return await request.redirect(after: .named(written.list, written.change), at: .name(source.id))
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
