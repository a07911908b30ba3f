public import HTTPTypes
import Logging
public import StateViews

extension Failure.Kind {
  /// The status of this kind of failure, for responses that have not begun (RFC 9110, section 15).
  public var status: HTTPResponse.Status {
    switch self {
    case .notFound: .notFound
    case .gone: .gone
    case .forbidden: .forbidden
    case .conflict: .conflict
    case .invalid: .unprocessableContent
    case .unavailable: .serviceUnavailable
    case .timedOut: .gatewayTimeout
    case .sourceFailed, .unreadable: .badGateway
    case .internal: .internalServerError
    }
  }
}

extension Failure {
  /// Seconds for the header `Retry-After` (RFC 9110, section 10.2.3); nil for no header.
  public var retryAfter: Int64? {
    switch (kind, retry) {
    case (_, .after(let duration)): duration.wholeSeconds
    case (.unavailable, .now): 5
    case (_, .now), (_, .never): nil
    }
  }
}

extension Failure {
  /// Logs the failure of a region. One with a request id was logged under it.
  func log(in region: String, to logger: Logger) {
    guard request == nil else { return }
    let level: Logger.Level =
      switch kind {
      case .internal: .error
      case .sourceFailed, .timedOut, .unreadable: cause == nil ? .info : .warning
      case .unavailable: cause == nil ? .debug : .warning
      // The client's doing: an error line for each would let anybody fill the log.
      case .notFound, .gone, .forbidden, .conflict, .invalid: .debug
      }
    var metadata: Logger.Metadata = [
      "region": "\(region)", "kind": "\(kind.rawValue)", "reason": "\(reason.name)",
    ]
    if let cause { metadata["cause"] = "\(cause)" }
    logger.log(level: level, "a region failed", metadata: metadata)
  }
}

extension Failure {
  /// The server stops before a region has loaded. Shown by the shared template `states/failed/unavailable/stopping`,
  /// even where a screen has templates for its own failures: the screen's source is not to blame.
  public static let stopping = Failure(.unavailable, "stopping")

  /// The failures that prefer the shared templates to a screen's own.
  static let ofTheServer = [stopping]
}

extension Duration {
  /// In seconds, at least one, rounded up, so that a client that waits this long does not return too early.
  var wholeSeconds: Int64 {
    let (seconds, attoseconds) = components
    return max(1, attoseconds > 0 ? seconds + 1 : seconds)
  }
}
