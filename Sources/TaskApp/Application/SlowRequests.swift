package import Foundation
import Synchronization

package struct SlowRequest: Hashable, Sendable {
  package let method: String
  /// The pattern of the route, such as `/lists/{id}`.
  package let route: String
  package let status: Int
  /// The time until the last byte of the response was sent.
  package let duration: Duration
  package let at: Date

  package init(method: String, route: String, status: Int, duration: Duration, at: Date) {
    (self.method, self.route, self.status, self.duration, self.at) = (method, route, status, duration, at)
  }
}

/// The latest slow requests, for the operator's page.
final class SlowRequests: Sendable {
  private static let limit = 50

  private let requests = Mutex<[SlowRequest]>([])

  /// The newest first.
  var latest: [SlowRequest] { requests.withLock { $0.reversed() } }

  func note(_ request: SlowRequest) {
    requests.withLock { requests in
      if requests.count >= Self.limit { requests.removeFirst() }
      requests.append(request)
    }
  }
}

extension TaskApp {
  package func note(_ request: SlowRequest) { slowRequests.note(request) }
}
