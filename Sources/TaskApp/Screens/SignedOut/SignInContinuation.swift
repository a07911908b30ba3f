import StatePages
import StateViews
import TaskStore
import Tasks

/// What to do after signing in. It is stored in the form's hidden fields, because there is no session yet.
struct SignInContinuation: Sendable {
  /// The address that was requested, if not the first page.
  var next: String?
  var kept: SavedDraftID?

  init(next: String? = nil, kept: SavedDraftID? = nil) {
    self.next = next
    self.kept = kept
  }

  init(_ form: FormBody) {
    next = form[FormField.next]
    kept = form[FormField.kept].flatMap { SavedDraftID($0) }
  }

  /// Where the client goes on after signing in: to the saved draft, if it is the account's; to the page that was requested, if it
  /// is a step of the app; nil for the app's first page.
  ///
  /// `next` comes with the request, so it can be anything. It is parsed into a step and only the step's own address is sent.
  func step(for account: AccountID, _ request: SignInRequest) async throws(Failure) -> TaskStep? {
    if let kept, try await request.hasDraft(kept, of: account) { return .savedDraft(kept) }
    guard let next, next.utf8.count <= PageAddress.mostBytes else { return nil }
    return TaskStep.shown(at: next)
  }
}

extension SignInRequest {
  fileprivate func hasDraft(_ id: SavedDraftID, of account: AccountID) async throws(Failure) -> Bool {
    do {
      return try await StoredDrafts(store: app.store).hasDraft(id, of: account)
    } catch let error as StoreError {
      throw anonymous.store.failure(error)
    } catch {
      throw Failure(.internal)
    }
  }
}
