import Foundation
import StatePages
import StateViews
import TaskStore

/// The sizes and the health of the server, its last backup and its last check.
enum ServerStateScreen: Screen {
  typealias Content = ServerState

  static let name: ViewName = "server-state"

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "problems": .rows(\.problems), "well": .flag(\.problems.isEmpty),
      "database": .optional { $0.megabytes($0.state.databaseBytes) },
      "log": .optional { $0.megabytes($0.state.logBytes) },
      "free": .optional { $0.megabytes($0.state.freeBytes) },
      "scheduled": .flag { $0.state.backups != nil },
      "overdue": .flag { $0.state.problems.contains(.backupOverdue) },
      "backup": .view(\.backup), "check": .view(\.check),
      "findings": .number(\.findings.ifAny),
      "accounts": .number { $0.state.totals.accounts },
      "sources": .number { $0.state.totals.sources.all },
      "failing": .number(\.state.totals.sources.failing.ifAny),
      "sent": .number { $0.state.reminders.sent }, "unsent": .number(\.state.reminders.failed.ifAny),
      "unsentYet": .number(\.state.reminders.waiting.ifAny), "paused": .number(\.state.reminders.paused.ifAny),
    ]
    let state: ServerState
    let problems: [Line]
    let backup, check: Moment?
    let numbers: NumberPrinter

    private var findings: Int { state.lastCheck?.findings ?? 0 }

    /// In megabytes of 1,000,000 bytes, with one decimal below ten.
    private func megabytes(_ bytes: UInt64?) -> String? {
      bytes.map { bytes in
        let tenths = Int((bytes + 50_000) / 100_000)
        return tenths < 100 ? numbers.text(tenths: tenths) : numbers.text(Int(bytes / 1_000_000))
      }
    }
  }

  /// A problem that the health check found.
  struct Line: TemplateView {
    static let fields: [String: Field<Line>] = [
      "template": .template(among: names.map(message)) { message($0.reason.name) },
      "megabytes": .numeral { $0.reason.megabytes },
    ]
    private static let names = [
      "unreadable", "unwritable", "file-missing", "file-replaced", "no-room", "little-room", "backup-overdue",
      "damaged", "contradictory", "failed",
    ]
    private static func message(_ name: String) -> String { "words/server-problem.\(name)" }

    let problem: HealthProblem

    private var reason: (name: String, megabytes: Int?) {
      switch problem {
      case .unreadable: ("unreadable", nil)
      case .unwritable: ("unwritable", nil)
      case .fileMissing: ("file-missing", nil)
      case .fileReplaced: ("file-replaced", nil)
      case .noRoom: ("no-room", nil)
      case .littleRoom(let megabytes): ("little-room", megabytes)
      case .backupOverdue: ("backup-overdue", nil)
      case .damaged: ("damaged", nil)
      case .contradictory: ("contradictory", nil)
      case .failed: ("failed", nil)
      }
    }
  }

  static func view(of state: ServerState, for look: DisplaySettings) -> View {
    func moment(_ date: Date?) -> Moment? { date.map { Moment($0, for: look) } }
    return View(
      state: state, problems: state.problems.map { Line(problem: $0) }, backup: moment(state.backups?.last),
      check: moment(state.lastCheck?.at), numbers: look.numbers)
  }

  static var samples: [Sample<ServerStateScreen>] {
    [Sample("well", content: Samples.serverState()), Sample("troubled", content: Samples.troubledServerState())]
  }
}

extension SourceTotals {
  fileprivate var all: Int { ok + failing + waiting }
}
