import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What to do once somebody has signed in: it goes along in the form, for there is nothing else to keep it in.
struct SignInContinuation: Sendable {
  /// Where to go, if not to the lists.
  var next: String?
  /// The form that was sent before, and is kept.
  var kept: SavedDraftID?

  init(next: String? = nil, kept: SavedDraftID? = nil) {
    self.next = next
    self.kept = kept
  }

  init(_ form: FormBody) {
    next = form[FormField.next]
    kept = form[FormField.kept].flatMap { SavedDraftID($0) }
  }

  /// Where somebody goes who has signed in: to what they had typed, if it is theirs; to the page that they asked for, if it is
  /// one of ours; else to the lists.
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
  /// Whether a page lies at a path, so that somebody who has signed in can be sent there.
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
  /// Whether whoever has signed in gets a page there.
  fileprivate var isPage: Bool {
    switch answer {
    case .page, .pageOfForm: true
    case .open, .form: false
    }
  }
}
