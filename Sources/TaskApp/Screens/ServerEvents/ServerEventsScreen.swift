import Foundation
import StatePages
import StateViews
import TaskStore

/// The slow requests and the failed jobs since the start, the newest first.
enum ServerEventsScreen: ListScreen {
  static let name: ViewName = "server-events"
  static let emptyReasons = [Reason.nothingYet]
  /// The events are not stored, so the usual failures are all.
  static let failures = Failure.usual

  struct Content: ListContent, Sendable {
    let requests: [SlowRequest]
    let jobs: [JobFailure]

    var count: Int { requests.count + jobs.count }
  }

  static let fields: [String: Field<ListView<ServerEventsScreen>>] = ["rows": .rows(\.rows)]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "backup": .flag { $0.job == .backup },
      "check": .flag { $0.job == .check },
      "method": .optional { $0.request?.method },
      "route": .optional { $0.request?.route },
      "unknown": .flag { $0.request?.route == "none" },
      "status": .optional { $0.request.map { String($0.status) } },
      "seconds": .optional { $0.request.map { Row.seconds($0.duration) } },
      "at": .view(\.at),
    ]
    let job: JobFailure.Job?
    let request: SlowRequest?
    let at: Moment

    /// With one decimal.
    private static func seconds(_ duration: Duration) -> String {
      let tenths = Int((duration / .milliseconds(100)).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    func moment(_ date: Date) -> Moment { Moment(date, for: look) }
    let jobs = content.jobs.map { ($0.at, Row(job: $0.job, request: nil, at: moment($0.at))) }
    let requests = content.requests.map { ($0.at, Row(job: nil, request: $0, at: moment($0.at))) }
    return (jobs + requests).sorted { $0.0 > $1.0 }.map(\.1)
  }

  static var samples: [Sample<ServerEventsScreen>] {
    [
      Sample("several", content: Content(requests: Samples.slowRequests, jobs: Samples.failedJobs)),
      Sample("one", content: Content(requests: Array(Samples.slowRequests.prefix(1)), jobs: [])),
    ]
  }
}
