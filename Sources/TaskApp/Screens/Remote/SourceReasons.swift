import Foundation
import StateViews
import Tasks

/// What a failure of fetching is told with, beside its name.
struct FetchBounds: Hashable, Sendable {
  /// How long a fetch may take in all.
  var seconds = 15
  /// How large a file may be.
  var kibibytes = 1_024
  /// How many tasks there may be.
  var tasks = 1_000
}

extension Reason {
  /// The source has no tasks; `checked` in seconds since 1970-01-01T00:00:00Z.
  static func sourceEmpty(host: String, checked: Int64) -> Reason {
    Reason("source-empty", ["host": .text(host), "checked": .moment(checked)])
  }
}

extension SourceFailure {
  /// Every name that a failure can be told by.
  static let reasonNames = [
    "timed-out", "no-such-host", "name-lookup", "refused", "unreachable", "certificate", "cut-off", "malformed",
    "too-many-redirects", "bad-redirect", "blocked-port", "blocked-address", "denied", "not-found-there", "gone-there",
    "busy-there", "status", "too-large", "unknown", "web-page", "other-json", "empty-file", "not-text", "broken",
    "too-many-tasks",
    "too-deep",
  ]

  /// The name that it is told by; one of ``reasonNames``.
  var reasonName: String {
    switch self {
    case .status(401), .status(403): "denied"
    case .status(404): "not-found-there"
    case .status(410): "gone-there"
    case .status(429), .status(503): "busy-there"
    case .unreadable(let why): why.rawValue
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .timedOut, .cutOff, .malformed, .status,
      .tooManyRedirects, .badRedirect, .tooLarge, .blockedAddress, .blockedPort:
      stored.code
    }
  }

  /// What kind of failure it is.
  private var kind: Failure.Kind {
    switch self {
    case .timedOut: .timedOut
    case .tooLarge, .unreadable: .unreadable
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .cutOff, .malformed, .status,
      .tooManyRedirects, .badRedirect, .blockedAddress, .blockedPort:
      .sourceFailed
    }
  }

  /// Whether the same can come to another end when it is done again.
  private var canPass: Bool {
    switch self {
    case .blockedAddress, .blockedPort, .status(410): false
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .timedOut, .cutOff, .malformed, .status,
      .tooManyRedirects, .badRedirect, .tooLarge, .unreadable:
      true
    }
  }

  /// The numbers that its words need.
  func numbers(within bounds: FetchBounds) -> [String: Int] {
    switch self {
    case .timedOut: ["seconds": bounds.seconds]
    case .blockedPort(let port): ["port": port]
    case .status(let status): ["status": status]
    case .tooLarge: ["kibibytes": bounds.kibibytes]
    case .unreadable(.tooManyTasks): ["limit": bounds.tasks]
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .cutOff, .malformed, .tooManyRedirects,
      .badRedirect, .blockedAddress, .unreadable:
      [:]
    }
  }

  /// The failure as a page tells it.
  /// - Parameters:
  ///   - host: where the list lives.
  ///   - address: the path of the page that changes its address.
  ///   - age: how old the copy is that is there, in seconds; nil if there is none.
  ///   - until: before when the source wants no further question, in seconds since 1970-01-01T00:00:00Z.
  ///   - bounds: what a fetch is held to.
  func failure(
    host: String, address: String, age: Int? = nil, until: Int64? = nil, bounds: FetchBounds = FetchBounds()
  ) -> Failure {
    var facts = numbers(within: bounds).mapValues { Fact.number($0) }
    facts["host"] = .text(host)
    facts["address"] = .address(address)
    if let until { facts["until"] = .moment(until) }
    if let age {
      switch age {
      case 86_400...: facts["days"] = .number(age / 86_400)
      case 3_600...: facts["hours"] = .number(age / 3_600)
      case 60...: facts["minutes"] = .number(age / 60)
      default: break
      }
    }
    return Failure(kind, Reason(reasonName, facts), retry: canPass ? .now : .never)
  }
}
