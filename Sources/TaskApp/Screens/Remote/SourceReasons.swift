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

  /// The source is a calendar of appointments; `checked` in seconds since 1970-01-01T00:00:00Z.
  static func onlyAppointments(host: String, checked: Int64) -> Reason {
    Reason("only-appointments", ["host": .text(host), "checked": .moment(checked)])
  }

  /// The address leads to no task list.
  static func noLists(host: String, address: String) -> Reason {
    Reason("no-lists", ["host": .text(host), "address": .address(address)])
  }

  /// The address leads to one list, that can be looked at on another page.
  static func isList(host: String, preview: String) -> Reason {
    Reason("is-list", ["host": .text(host), "preview": .address(preview)])
  }
}

extension Failure {
  /// There was no turn to ask the source within the time that is waited for one.
  static func noTurn(host: String, address: String) -> Failure {
    Failure(.unavailable, Reason("no-turn", ["host": .text(host), "address": .address(address)]))
  }
}

extension SourceFailure {
  /// Every name that a failure can be told by.
  static let reasonNames = [
    "timed-out", "too-slow", "stalled", "no-such-host", "name-lookup", "refused", "unreachable", "certificate",
    "self-signed", "expired", "not-yet-valid", "other-name", "old-tls", "no-tls", "cut-off", "malformed",
    "too-many-redirects", "bad-redirect", "blocked-port", "blocked-address", "sign-in-needed", "wrong-password",
    "sign-in-unknown", "denied", "not-found-there", "gone-there", "busy-there", "nothing-there", "part-only",
    "not-a-file", "status", "rejected", "too-large", "unknown", "web-page", "other-json", "empty-file", "not-text",
    "broken", "too-many-tasks", "too-deep", "several-lists", "no-lists",
  ]

  /// The name that it is told by; one of ``reasonNames``.
  var reasonName: String {
    switch self {
    case .timedOut(.receiving): "too-slow"
    case .timedOut(.stalled): "stalled"
    case .certificate(.untrusted): "certificate"
    case .certificate(let problem): problem.rawValue
    // As it was kept once, when it was not told whether there was a password.
    case .status(401), .status(403): "denied"
    case .status(404): "not-found-there"
    case .status(410): "gone-there"
    case .status(429), .status(503): "busy-there"
    case .status(204), .status(205): "nothing-there"
    case .status(206): "part-only"
    case .status(405), .status(501): "not-a-file"
    case .status(500...599): "status"
    case .status: "rejected"
    case .unreadable(let why): why.rawValue
    case .noSuchHost, .nameLookup, .refused, .unreachable, .oldTLS, .noTLS, .signInNeeded, .wrongPassword,
      .signInUnknown, .timedOut(.connecting), .timedOut(.waiting), .cutOff, .malformed, .tooManyRedirects,
      .badRedirect, .tooLarge, .blockedAddress, .blockedPort, .severalLists, .noLists:
      stored.code
    }
  }

  /// What kind of failure it is.
  private var kind: Failure.Kind {
    switch self {
    case .timedOut: .timedOut
    case .tooLarge, .unreadable: .unreadable
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .oldTLS, .noTLS, .signInNeeded, .wrongPassword,
      .signInUnknown, .cutOff, .malformed, .status, .tooManyRedirects, .badRedirect, .blockedAddress, .blockedPort,
      .severalLists, .noLists:
      .sourceFailed
    }
  }

  /// Whether the same can come to another end when it is done again.
  private var canPass: Bool {
    switch self {
    case .blockedAddress, .blockedPort, .status(410): false
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .oldTLS, .noTLS, .signInNeeded, .wrongPassword,
      .signInUnknown, .timedOut, .cutOff, .malformed, .status, .tooManyRedirects, .badRedirect, .tooLarge, .unreadable,
      .severalLists, .noLists:
      true
    }
  }

  /// What its words need to know, beside the host.
  func facts(within bounds: FetchBounds) -> [String: Fact] {
    switch self {
    case .timedOut: ["seconds": .number(bounds.seconds)]
    case .blockedPort(let port): ["port": .number(port)]
    case .status(let status): ["status": .number(status)]
    case .signInUnknown(let scheme): ["scheme": .text(scheme)]
    case .tooLarge: ["kibibytes": .number(bounds.kibibytes)]
    case .unreadable(.tooManyTasks): ["limit": .number(bounds.tasks)]
    case .severalLists(let count): ["count": .number(count)]
    case .noSuchHost, .nameLookup, .refused, .unreachable, .certificate, .oldTLS, .noTLS, .signInNeeded, .wrongPassword,
      .cutOff, .malformed, .tooManyRedirects, .badRedirect, .blockedAddress, .unreadable, .noLists:
      [:]
    }
  }

  /// The failure as a page tells it.
  /// - Parameters:
  ///   - host: where the list lives.
  ///   - address: the path of the page that changes its address.
  ///   - lists: the path of the page on which one of several lists is chosen.
  ///   - age: how old the copy is that is there, in seconds; nil if there is none.
  ///   - until: before when the source wants no further question, in seconds since 1970-01-01T00:00:00Z.
  ///   - bounds: what a fetch is held to.
  func failure(
    host: String, address: String, lists: String, age: Int? = nil, until: Int64? = nil,
    bounds: FetchBounds = FetchBounds()
  ) -> Failure {
    var facts = facts(within: bounds)
    facts["host"] = .text(host)
    facts["address"] = .address(address)
    if case .severalLists = self { facts["lists"] = .address(lists) }
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
