public import HTTPTypes
import Logging
public import StateViews

/// The status lines of one placeholder: the last one and their number.
///
/// A screen reader reads every line aloud. So repeated lines are skipped, and silence is reported once.
struct StatusLines: Sendable {
  /// The number of slots in a placeholder for later lines.
  static let limit = 8

  private var last: StatusWords
  private var count = 0
  private var wasSilent = true

  /// The state after a first line, which shows a stage or that the load has begun.
  init(after stage: Reason?) { last = stage.map(StatusWords.stage) ?? .first }

  /// The line for a stage reported by the load; nil if no new line is needed.
  mutating func report(_ stage: Reason?) -> (number: Int, words: StatusWords)? {
    guard let stage else { return nil }
    wasSilent = false
    return next(.stage(stage))
  }

  /// The line for a load without progress since the last call; nil if no new line is needed.
  mutating func tellSilence() -> (number: Int, words: StatusWords)? {
    defer { wasSilent = true }
    return wasSilent ? next(.stillWorking) : nil
  }

  private mutating func next(_ words: StatusWords) -> (number: Int, words: StatusWords)? {
    guard words != last, count < Self.limit else { return nil }
    last = words
    count += 1
    return (count, words)
  }
}

enum StatusWords: Hashable, Sendable {
  case first
  case stage(Reason)
  /// The load has reported no progress for a while.
  case stillWorking

  var name: ViewName {
    switch self {
    case .first: ViewName("status")
    case .stage(let stage): ViewName("status/\(stage.name)")
    case .stillWorking: ViewName("still-working")
    }
  }

  var stage: Reason? {
    switch self {
    case .stage(let stage): stage
    case .first, .stillWorking: nil
    }
  }
}

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
    var metadata: Logger.Metadata = ["region": "\(region)", "kind": "\(kind.rawValue)", "reason": "\(reason.name)"]
    if let cause { metadata["cause"] = "\(cause)" }
    logger.log(level: level, "a region failed", metadata: metadata)
  }

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
