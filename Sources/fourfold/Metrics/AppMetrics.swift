import Foundation
import Logging
import Metrics
import TaskApp

/// Counts what happens in the app.
enum AppMetrics {
  static func count(_ metric: AppMetric) {
    switch metric {
    case .regionSettled(let screen, let state):
      count("fourfold_regions_total", [("screen", screen), ("state", state)])
    case .fetched(let outcome): count("fourfold_fetches_total", [("outcome", outcome)])
    case .signedIn: count("fourfold_sign_ins_total", [("result", "ok")])
    case .passwordRefused: count("fourfold_sign_ins_total", [("result", "refused")])
    case .rateLimited: count("fourfold_rate_limited_requests_total", [])
    }
  }

  /// Counts, if there is a registry.
  static func counting(_ registry: PrometheusRegistry?) -> (@Sendable (AppMetric) -> Void)? {
    guard registry != nil else { return nil }
    return { metric in count(metric) }
  }

  private static func count(_ name: String, _ labels: [(String, String)]) {
    Counter(label: name, dimensions: labels).increment()
  }
}

extension ServeSettings {
  /// What happens with each request that was served: it is counted, and logged.
  func reports(hasMetrics: Bool, of app: TaskApp) -> @Sendable (ServedRequest, Logger) -> Void {
    let metrics = hasMetrics ? RequestMetrics() : nil
    let log = AccessLog(share: log.requests)
    return { request, logger in
      metrics?.count(request)
      log.log(request, logger)
      if request.duration >= AccessLog.slow { app.note(request.slow) }
    }
  }
}

extension ServedRequest {
  /// The same for the operator's page.
  fileprivate var slow: SlowRequest {
    SlowRequest(method: method.rawValue, route: route, status: status, duration: duration, at: .now)
  }
}
