import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms for following a remote list. They return without fetching; the page after the redirect fetches the source.
extension FollowPage {
  /// `POST /remote`. With a name, the list is followed immediately.
  static func begin(_ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.url)
    func again(_ error: FieldError, _ failure: Failure, showing shown: String? = nil) async throws(Failure) -> Response
    {
      try await request.signedIn.again(failure) { () async throws(Failure) in
        try await Self.address(nil, request, typed: shown ?? typed, user: form.sourceUser, error: error)
      }
    }
    let address: SourceAddress
    do {
      address = try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid))
    }
    let source: SourceID
    do {
      switch try await request.signedIn.store.withStoreErrors.draftSource(address) {
      case .draft(let id):
        source = id
        // An earlier fetch may have failed.
        try await request.signedIn.store.withStoreErrors.wantRefresh(source: id)
      case .followed(let list):
        let followed = try await request.signedIn.store.withStoreErrors.list(list)
        return try await again(.alreadyFollowed(by: followed), Failure(.conflict), showing: address.withoutSecrets)
      }
    } catch let error as StoreError {
      let failure = request.signedIn.store.failure(error)
      guard let told = FieldError(error, name: "") else { throw failure }
      return try await again(told, failure)
    }
    guard form[FormField.name] != nil else {
      return await request.redirect(after: .gaveAddress(source), at: .address(nil))
    }
    return try await follow(try await self.source(source, request.signedIn), request, form)
  }

  /// `POST /remote/{id}/address`
  static func takeAddress(_ id: SourceID, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let source = try await source(id, request.signedIn)
    let typed = try form.required(FormField.url)
    let step = FollowFlow.Step.address(source.id)
    func again(_ error: FieldError, _ failure: Failure) async throws(Failure) -> Response {
      try await request.signedIn.again(failure) { () async throws(Failure) in
        try await Self.address(source, request, typed: typed, user: form.sourceUser, error: error)
      }
    }
    let address: SourceAddress
    do {
      let given = try SourceAddress(validating: typed, user: form.sourceUser, password: form.sourcePassword)
      address = form[FormField.sourceForget] == nil ? try given.keepingLogin(of: source.address) : given
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid))
    }
    do {
      let written = try await request.signedIn.store.withStoreErrors.setAddress(address, of: source.id)
      guard let written else {
        try await request.signedIn.store.withStoreErrors.wantRefresh(source: source.id)
        return await request.redirect(after: .gaveAddress(source.id), at: step)
      }
      return await request.redirect(after: .changedAddress(of: written.list, written.change), at: step)
    } catch {
      let failure = request.signedIn.store.failure(error)
      guard let told = FieldError(error, name: "") else { throw failure }
      return try await again(told, failure)
    }
  }

  /// `POST /remote/{id}/refresh`
  static func tryAgain(_ id: SourceID, _ request: FollowRequest) async throws -> Response {
    try await request.signedIn.store.wantRefresh(source: id)
    return await request.redirect(after: .triedAgain, at: .preview(id))
  }

  /// `POST /remote/{id}/name`
  static func takeName(_ id: SourceID, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    try await follow(try await source(id, request.signedIn), request, form)
  }

  private static func follow(_ source: Source, _ request: FollowRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.name)
    let submission = try request.signedIn.submission(form)
    func again(_ error: FieldError, _ failure: Failure) async throws(Failure) -> Response {
      try await request.signedIn.again(failure) { () async throws(Failure) in
        try await Self.name(source, request, typed: typed, error: error)
      }
    }
    let name: ListName
    do {
      name = try ListName(validating: typed)
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid))
    }
    do {
      let written = try await request.signedIn.store.withStoreErrors.follow(
        source.id, as: name, submission: submission)
      return await request.redirect(after: .named(written.list, written.change), at: .name(source.id))
    } catch {
      let failure = request.signedIn.store.failure(error)
      guard let told = FieldError(error, name: typed) else { throw failure }
      return try await again(told, failure)
    }
  }
}

extension FormBody {
  /// The user name for the source.
  fileprivate var sourceUser: String { self[FormField.sourceUser] ?? "" }
  /// The password for the source. Secret.
  fileprivate var sourcePassword: String { self[FormField.sourcePassword] ?? "" }
}
