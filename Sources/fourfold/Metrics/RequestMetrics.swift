import Metrics
import Synchronization

/// Counts requests by route, method and status, and measures their duration by route and method.
final class RequestMetrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let method: ServedRequest.Method
    let status: Int
  }

  private let known = Mutex<[Key: (Counter, Metrics.Timer)]>([:])

  func count(_ request: ServedRequest) {
    let key = Key(route: request.route, method: request.method, status: request.status)
    let (counter, timer) = known.withLock { known in
      if let handlers = known[key] { return handlers }
      let route = [("route", key.route), ("method", key.method.rawValue)]
      let handlers = (
        Counter(label: "fourfold_requests_total", dimensions: route + [("status", String(key.status))]),
        Timer(label: "fourfold_request_duration_seconds", dimensions: route)
      )
      known[key] = handlers
      return handlers
    }
    counter.increment()
    timer.recordNanoseconds(Int64((request.duration / .nanoseconds(1)).rounded()))
  }
}

/// Counts background jobs.
enum JobMetrics {
  enum Job: String, Sendable {
    case backup, check
    case purge
  }

  static func count(_ job: Job, succeeded: Bool) {
    Counter(label: "fourfold_jobs_total", dimensions: [("job", job.rawValue), ("result", succeeded ? "ok" : "failed")])
      .increment()
  }
}
