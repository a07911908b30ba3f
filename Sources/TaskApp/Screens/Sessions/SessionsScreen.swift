import Foundation
import StatePages
import StateViews
import Tasks

/// The browsers that are signed in to an account.
enum SessionsScreen: ListScreen {
  static let name: ViewName = "sessions"

  struct Content: ListContent, Sendable {
    /// The active sessions, in display order.
    let sessions: [Session]
    let current: SessionID

    var count: Int { sessions.count }
  }

  static let fields: [String: Field<ListView<SessionsScreen>>] = [
    "rows": .rows(\.rows),
    "revokeOthersAction": .optionalForm { $0.rows.count > 1 ? .revokeSessions : nil },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "browser": .optional(\.name.browser), "system": .optional(\.name.system), "phone": .flag(\.name.isPhone),
      "current": .flag(\.isCurrent),
      "since": .view { Moment($0.session.begun, for: $0.look) },
      "seen": .view { $0.isUsed ? Moment($0.session.seen, for: $0.look) : nil },
      "revokeAction": .form { .revokeSession($0.session.id) },
    ]
    let session: Session
    let isCurrent: Bool
    let look: DisplaySettings

    private var name: UserAgent { UserAgent(agent: session.agent) }
    /// Whether it was used since sign-in, in another browser than this one.
    private var isUsed: Bool {
      !isCurrent && session.seen.timeIntervalSince(session.begun) > AnonymousRequest.notedWithin
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.sessions.map { Row(session: $0, isCurrent: $0.id == content.current, look: look) }
  }

  static var samples: [Sample<SessionsScreen>] {
    [
      Sample("several", content: Content(sessions: Samples.sessions, current: Samples.sessions[0].id)),
      Sample("one", content: Content(sessions: [Samples.sessions[0]], current: Samples.sessions[0].id)),
    ]
  }
}
