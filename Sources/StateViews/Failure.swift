/// A failure to show to a reader: its kind, the reason, and whether a retry can help.
///
/// ```swift
/// throw Failure(.sourceFailed, Reason("closed", ["opens": .moment(opens)]), retry: .after(.seconds(60)), cause: error)
/// ```
///
/// Readers never see an error message of a library: the ``cause`` is for the log, where it stands under the ``request`` id.
public struct Failure: Error, Sendable {
  /// The kind of failure; on the web it decides the status.
  public let kind: Kind
  /// The reason, by name; the template of that name has the words.
  public let reason: Reason
  /// Whether a retry can help.
  public let retry: Retry
  /// The request id that the log has the cause under, once it is known.
  public var request: String?
  /// What went wrong, for the log; no part of the failure's identity.
  public let cause: String?

  /// Creates a failure. The default reason is named like the kind, and the default retry depends on the kind.
  /// - Parameters:
  ///   - kind: what failed.
  ///   - reason: why; it chooses the words.
  ///   - retry: whether a repetition can help, and when.
  ///   - cause: the error that led to it, for the log.
  ///   - request: the id of the request, which leads to it in the log.
  public init(
    _ kind: Kind, _ reason: Reason? = nil, retry: Retry? = nil, cause: (any Error)? = nil, request: String? = nil
  ) {
    self.kind = kind
    self.reason = reason ?? Reason(kind.rawValue)
    self.retry = retry ?? kind.usualRetry
    self.request = request
    self.cause = cause.map { String(reflecting: $0) }
  }

  /// The kinds of failure: a closed list, so that each is mapped to a status and to words without a `default`.
  ///
  /// ```swift
  /// guard let book = shelf[id] else { throw Failure(.notFound) }
  /// ```
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Does not exist, or not for this reader.
    case notFound = "not-found"
    /// Existed and was removed.
    case gone
    /// Exists, but this reader may not do that.
    case forbidden
    /// Was changed by another writer in the meantime.
    case conflict
    /// The input is invalid.
    case invalid
    /// Cannot be reached at the moment: busy, full, or read-only.
    case unavailable
    /// Did not answer in time.
    case timedOut = "timed-out"
    /// A remote source answered that it failed.
    case sourceFailed = "source-failed"
    /// The response is not of the expected form.
    case unreadable
    /// Anything else: a bug in this program.
    case `internal`

    var usualRetry: Retry {
      switch self {
      case .notFound, .gone, .forbidden, .conflict, .invalid: .never
      case .unavailable, .timedOut, .sourceFailed, .unreadable, .internal: .now
      }
    }
  }

  /// Whether a retry can help, and when.
  ///
  /// ```swift
  /// throw Failure(.unavailable, retry: .after(.seconds(30)))
  /// ```
  public enum Retry: Hashable, Sendable {
    /// Never.
    case never
    /// At once.
    case now
    /// After a while.
    case after(Duration)
  }
}

extension Failure: Hashable {
  /// Whether both are shown in the same way.
  public static func == (left: Self, right: Self) -> Bool {
    (left.kind, left.reason, left.retry, left.request) == (right.kind, right.reason, right.retry, right.request)
  }

  /// Hashes what is shown.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(reason)
    hasher.combine(retry)
    hasher.combine(request)
  }
}
