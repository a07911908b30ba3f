import Foundation
import StatePages
import StateViews
import TaskStore

/// The sizes and the health of the server, its last backup and its last check.
enum ServerStateScreen: Screen {
  static let name: ViewName = "server-state"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons: [Reason] = []

  struct Content: Sendable {
    let state: ServerState
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "problems": .rows(\.problems),
      "well": .flag(\.problems.isEmpty),
      "database": .optional { $0.state.databaseBytes.map(View.megabytes) },
      "log": .optional { $0.state.logBytes.map(View.megabytes) },
      "free": .optional { $0.state.freeBytes.map(View.megabytes) },
      "scheduled": .flag { $0.state.backups != nil },
      "overdue": .flag { $0.state.problems.contains(.backupOverdue) },
      "backup": .view(\.backup),
      "check": .view(\.check),
      "findings": .view { $0.findings > 0 ? PluralCount($0.findings) : nil },
      "accounts": .text { Counted.text($0.state.totals.accounts) },
      "sources": .text { Counted.text($0.state.totals.sources.all) },
      "failing": .optional {
        $0.state.totals.sources.failing > 0 ? Counted.text($0.state.totals.sources.failing) : nil
      },
    ]
    let state: ServerState
    let problems: [Line]
    let backup: Moment?
    let check: Moment?

    private var findings: Int { state.lastCheck?.findings ?? 0 }

    /// In megabytes of 1,000,000 bytes, with one decimal below ten.
    private static func megabytes(_ bytes: UInt64) -> String {
      let tenths = (bytes + 50_000) / 100_000
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : Counted.text(Int(bytes / 1_000_000))
    }
  }

  /// A problem, in the words of the health check.
  struct Line: TemplateView {
    static let fields: [String: Field<Line>] = ["text": .text(\.text)]
    let text: String
  }

  static func view(of content: Content, for look: Look) -> View {
    func moment(_ date: Date?) -> Moment? { date.map { Moment(Int64($0.timeIntervalSince1970), for: look) } }
    let state = content.state
    return View(
      state: state, problems: state.problems.map { Line(text: Health.line($0)) }, backup: moment(state.backups?.last),
      check: moment(state.lastCheck?.at))
  }

  static var samples: [Sample<ServerStateScreen>] {
    [
      Sample("well", content: Content(state: Samples.serverState())),
      Sample("troubled", content: Content(state: Samples.troubledServerState())),
    ]
  }
}

extension SourceTotals {
  fileprivate var all: Int { ok + failing + waiting }
}
