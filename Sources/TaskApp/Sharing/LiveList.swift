import HTTPTypes
import Hummingbird
import StatePages
import TaskStore
import Tasks

/// What keeps the page of a list up to date: the changes of what an account reads, and a place among the open pages.
struct LiveList: Sendable {
  let changes: AsyncStream<Void>
  let permit: Permit

  /// Nil if as many pages are open as there may be.
  init?(of account: AccountID, in app: TaskApp) {
    do throws(AccountSlots.Refusal) {
      permit = try app.livePages.enter(account, for: .livePage)
    } catch {
      return nil
    }
    changes = app.store.changes(of: account)
  }
}

/// From when a page is that may be kept up to date, and the link by which it is, or no longer.
struct LiveNote: Piece {
  static let template = "list/live-note"
  static let fields: [String: Field<LiveNote>] = [
    "when": .view(\.at), "live": .flag(\.isLive), "full": .flag { $0.isFull && !$0.isLive }, "href": .address(\.href),
    "again": .address(\.again),
  ]
  let at: Moment
  let isLive: Bool
  /// Whether as many pages are open as may be.
  let isFull: Bool
  let href, again: String
}

extension Page {
  /// The page of a list, kept up to date, or once with a note of its time.
  /// - Parameters:
  ///   - live: what keeps it up to date; nil to send it once.
  ///   - lasting: the name of a piece that stays where it is.
  ///   - note: by whether the page is kept up to date.
  func live(_ live: LiveList?, keeping lasting: String? = nil, note: @escaping @Sendable (Bool) -> LiveNote) -> Page {
    live.map { self.live($0.changes, holding: $0.permit, keeping: lasting, note: note) } ?? self
  }
}

extension SignedInRequest {
  /// Whether pages may be kept up to date: not those of a demo, whose visitors share an account.
  var offersLivePages: Bool { app.settings.demo == nil }

  /// What keeps the page of the request up to date; nil if it is not asked for, or as many are open as there may be.
  func liveList() -> LiveList? {
    http.method == .get && step.isLive && offersLivePages ? LiveList(of: reader.account, in: app) : nil
  }

  func liveNote(isLive: Bool) -> LiveNote {
    LiveNote(
      at: Moment(app.now(), for: look), isLive: isLive, isFull: live == nil && http.method == .get,
      href: address(of: .keepUpToDate(!isLive)), again: address(of: .reload))
  }
}
