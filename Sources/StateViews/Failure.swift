/// A failure as a person can be told of it: what kind, why, and whether trying again can help.
///
/// It holds no error message of any library: causes belong in the log, under the same ``request`` id.
public struct Failure: Error, Hashable, Sendable {
  /// What kind of failure it is; on the web it decides the status.
  public let kind: Kind
  /// Why, by name; the words are in a template of that name.
  public let reason: Reason
  /// Whether trying again can help.
  public let retry: Retry
  /// The id under which the log has the cause, once a request is known.
  public var request: String?

  /// A failure of a kind; its reason is named like the kind unless told, and a retry is offered where the kind allows one.
  public init(_ kind: Kind, _ reason: Reason? = nil, retry: Retry? = nil, request: String? = nil) {
    self.kind = kind
    self.reason = reason ?? Reason(kind.rawValue)
    self.retry = retry ?? kind.usualRetry
    self.request = request
  }

  /// The kinds of failure: a closed list, so that each can be mapped to a status and to words without a "default".
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// It is not there, or not for this reader.
    case notFound = "not-found"
    /// It was there and is not any more.
    case gone
    /// It is there, and this reader may not do that.
    case forbidden
    /// It was changed by somebody else meanwhile.
    case conflict
    /// What was sent cannot be taken as it is.
    case invalid
    /// It cannot be reached at the moment: busy, full, or read-only.
    case unavailable
    /// It did not answer in time.
    case timedOut = "timed-out"
    /// A source elsewhere answered that it failed.
    case sourceFailed = "source-failed"
    /// What came is not what was expected.
    case unreadable
    /// Anything else: a mistake of ours.
    case `internal`

    var usualRetry: Retry {
      switch self {
      case .notFound, .gone, .forbidden, .conflict, .invalid: .never
      case .unavailable, .timedOut, .sourceFailed, .unreadable, .internal: .now
      }
    }
  }

  /// Whether trying again can help, and when.
  public enum Retry: Hashable, Sendable {
    /// It cannot.
    case never
    /// It can, at once.
    case now
    /// It can, after a while.
    case after(Duration)
  }
}
