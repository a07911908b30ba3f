import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What to do after signing in. It is stored in the form's hidden fields, because there is no session yet.
struct SignInContinuation: Sendable {
  /// The address to redirect to; nil for the overview.
  var next: String?
  /// The saved draft of the form that was sent.
  var kept: SavedDraftID?

  init(next: String? = nil, kept: SavedDraftID? = nil) {
    self.next = next
    self.kept = kept
  }

  init(_ form: FormBody) {
    next = form[FormField.next]
    kept = form[FormField.kept].flatMap { SavedDraftID($0) }
  }

  /// The address to redirect to: the saved draft, if it belongs to the account; else the requested page, if it is one of the
  /// app's; else the overview.
  func address(for account: AccountID, _ request: AnonymousRequest) async throws(Failure) -> String {
    if let kept, try await isTheirs(kept, account, request) { return TaskFlow.address(after: .openedSavedDraft(kept)) }
    if let next = next.flatMap({ LocalAddress($0) }), RouteTable(of: request.app).hasPage(at: next.path) {
      return next.text
    }
    return TaskFlow.address(after: .signedIn(going: nil))
  }

  private func isTheirs(_ kept: SavedDraftID, _ account: AccountID, _ request: AnonymousRequest) async throws(Failure)
    -> Bool
  {
    do {
      return try await request.app.store.savedDraft(kept, for: account).account == account
    } catch .notFound {
      return false
    } catch {
      throw request.store.failure(error)
    }
  }
}

extension RouteTable {
  /// Whether a path has a page that a redirect after signing in can lead to.
  func hasPage(at path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return routes.contains { route in
      guard route.isPage else { return false }
      let pattern = route.pattern.split(separator: "/", omittingEmptySubsequences: false)
      return pattern.count == parts.count
        && zip(pattern, parts).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
    }
  }
}

extension RouteTable.Route {
  /// Whether a signed-in GET request is answered with a page.
  fileprivate var isPage: Bool {
    switch answer {
    case .page, .pageOfForm: true
    case .open, .form: false
    }
  }
}
