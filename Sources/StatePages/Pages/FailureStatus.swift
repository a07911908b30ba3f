public import HTTPTypes
public import StateViews

extension Failure.Kind {
  /// The status that tells of this kind of failure, where the answer was not begun yet (RFC 9110, section 15).
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
  /// Seconds for the header `Retry-After` (RFC 9110, section 10.2.3); nil where none is due.
  public var retryAfter: Int64? {
    switch (kind, retry) {
    case (_, .after(let duration)): duration.wholeSeconds
    case (.unavailable, .now): 5
    case (_, .now), (_, .never): nil
    }
  }
}

extension Failure {
  /// The server stops before a region has loaded. Its words are everybody's, `states/failed/unavailable/stopping`, whatever words
  /// a screen has for failures of its own: the screen's source is not to blame.
  public static let stopping = Failure(.unavailable, "stopping")

  /// The failures whose templates are everybody's before they are a screen's.
  static let ofTheServer = [stopping]
}

extension Duration {
  /// In seconds, at least one, and rounded up: whoever is told to come back then does not come too early.
  var wholeSeconds: Int64 {
    let (seconds, attoseconds) = components
    return max(1, attoseconds > 0 ? seconds + 1 : seconds)
  }
}
