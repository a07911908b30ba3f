import StatePages
import TaskStore
import Tasks

/// The signed-in user: account, session and display settings.
struct Reader: Sendable {
  let account: AccountID
  let name: String
  let session: SessionID
  /// Whether it may see the page about the server.
  let isOperator: Bool
  let look: DisplaySettings
  /// What the words of a typed line are relative to.
  let quickAdd: QuickAddContext
  /// Identifies the database: ids and revisions are unique only within it.
  let epoch: String
  /// The version of what the account reads, when the request arrived; nil if unknown.
  let version: Int64?
  /// How many of its tasks are due, for the app bar.
  let due: DueCounts
  /// The colors of its tags.
  let tagColors: TagColors
  /// Whether a channel is paused, so that it is not reminded there.
  let hasPausedChannel: Bool

  /// The current date in the reader's time zone.
  var today: Day { look.today }
  /// The current time in the reader's time zone, as far as due times depend on it.
  var dueNow: ZonedTime { look.dueNow }
}

extension DisplaySettings {
  /// The number of lists per page of the overview. Lower than `rows`, because each list is a card.
  var listRows: Int { min(rows, 100) }

  /// The current date in its time zone.
  var today: Day { Day(daysSince1970: day) }

  /// The day on which the weeks of the reader's language begin.
  var firstWeekday: Weekday { Weekday(rawValue: (DateStyle.of(language).firstWeekday + 6) % 7 + 1) ?? .monday }

  /// What days in words are relative to, without what only an account's settings say.
  var days: QuickAddContext { QuickAddContext(today: today, firstWeekday: firstWeekday, language: language) }

  /// The first day of the next week.
  var nextWeek: Day { today.nextWeek(from: firstWeekday) }

  /// The current time in its time zone, rounded down to the first minute since which no due time passed. What was due before is late.
  var dueNow: ZonedTime { ZonedTime(DueTime(today, TimeOfDay(minutes: minute) ?? .midnight), in: timeZone) }
}

/// Why a request is not signed in.
enum SignedOut: Hashable, Sendable {
  /// No account exists yet; the first visitor creates one.
  case unregistered
  /// Accounts exist, and the request has no session.
  case registered
  /// The session has timed out. Submitted forms are saved for its account.
  case expired(Session)
  /// The session was ended from another device, or superseded by a new password. The token's holder may be the one to be locked
  /// out, so no forms are saved for the account.
  case ended
  /// The connection is not encrypted, and the operator has not allowed that.
  case insecure

  /// Whether a timed-out session identifies the account. Only then are submitted forms saved.
  var isKnown: Bool {
    switch self {
    case .expired: true
    case .unregistered, .registered, .ended, .insecure: false
    }
  }

  var gate: SignedOutGate.Reason {
    switch self {
    case .unregistered: .unregistered
    case .registered: .registered
    case .expired, .ended: .expired
    case .insecure: .insecure
    }
  }
}
