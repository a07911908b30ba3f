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
    "revokeOthersAction": .optionalLink { $0.rows.count > 1 ? .form(.revokeSessions) : nil },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "browser": .optional(\.name.browser),
      "system": .optional(\.name.system),
      "phone": .flag(\.name.isPhone),
      "current": .flag(\.isCurrent),
      "since": .view(\.since),
      "seen": .view(\.seen),
      "revokeAction": .form { .revokeSession($0.id) },
    ]
    private let id: SessionID
    private let name: UserAgent
    private let isCurrent: Bool
    private let since: Moment
    /// When it was last used; nil for the current session, and for one that was not used since sign-in.
    private let seen: Moment?

    init(_ session: Session, isCurrent: Bool, for look: Look) {
      id = session.id
      name = UserAgent(agent: session.agent)
      self.isCurrent = isCurrent
      since = Moment(session.begun, for: look)
      let isSaid = isCurrent || session.seen.timeIntervalSince(session.begun) <= AnonymousRequest.notedWithin
      seen = isSaid ? nil : Moment(session.seen, for: look)
    }
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    content.sessions.map { Row($0, isCurrent: $0.id == content.current, for: look) }
  }

  static var samples: [Sample<SessionsScreen>] {
    [
      Sample("several", content: Content(sessions: Samples.sessions, current: Samples.sessions[0].id)),
      Sample("one", content: Content(sessions: [Samples.sessions[0]], current: Samples.sessions[0].id)),
    ]
  }
}
