import NetworkAddresses
import StateViews
import Tasks

/// The limits of a fetch, for failure messages.
struct FetchBounds: Hashable, Sendable {
  /// The timeout for a whole fetch, in seconds.
  var seconds = 15
  /// The maximum size of a file.
  var megabytes = 1
  /// The maximum number of tasks.
  var tasks = 1_000
  /// The allowed ports in addition to 80 and 443.
  var ports: Set<Int> = []
}

extension FetchBounds {
  /// All allowed ports: the last one, which the words name after an “and”, and those before it.
  fileprivate var allowedPorts: (others: String, last: String) {
    let all = ports.union([80, 443]).sorted().map { String($0) }
    return (all.dropLast().joined(separator: ", "), all.last ?? "")
  }
}

extension Reason {
  /// The source has no tasks; `checked` is in seconds since 1970-01-01T00:00:00Z.
  static func sourceEmpty(host: String, checked: Int64) -> Reason {
    Reason("source-empty", ["host": .text(host), "checked": .moment(checked)])
  }

  /// The source is a calendar with appointments only; `checked` is in seconds since 1970-01-01T00:00:00Z.
  static func onlyAppointments(host: String, checked: Int64) -> Reason {
    Reason("only-appointments", ["host": .text(host), "checked": .moment(checked)])
  }

  /// The address leads to no task list.
  static func noLists(host: String, source: SourceID) -> Reason {
    Reason("no-lists", ["host": .text(host), "address": .link(.changeAddress(of: source))])
  }

  /// The address leads to a single list, which has a preview page.
  static func isList(host: String, source: SourceID) -> Reason {
    Reason("is-list", ["host": .text(host), "preview": .link(.previewSource(source))])
  }
}

extension Failure {
  /// The fetch timed out in the queue, before it was sent.
  static func noTurn(host: String, source: SourceID) -> Failure {
    Failure(.unavailable, Reason("no-turn", ["host": .text(host), "address": .link(.changeAddress(of: source))]))
  }
}

extension SourceFailure {
  var reasonName: String {
    switch self {
    case .timedOut(.connecting), .timedOut(.waiting): "no-answer"
    case .timedOut(.receiving): "too-slow"
    case .timedOut(.stalled): "stalled"
    case .certificate(.untrusted): "certificate"
    case .certificate(let problem): problem.rawValue
    // 401 occurs only in old stored failures, from before passwords were supported.
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
    case .blockedAddress(let address):
      "\(address.range == .reserved ? "reserved" : "blocked")-\(address.target == nil ? "address" : "redirect")"
    case .signInUnknown(let scheme): scheme.isEmpty ? "sign-in-unnamed" : "sign-in-unknown"
    case _: stored.code
    }
  }

  /// The kind of failure, which decides the response's status.
  private var kind: Failure.Kind {
    switch self {
    case .timedOut: .timedOut
    case .tooLarge, .unreadable: .unreadable
    case _: .sourceFailed
    }
  }

  private var canPass: Bool {
    switch self {
    case .blockedAddress, .blockedPort, .status(410): false
    case _: true
    }
  }

  /// The values for its message, in addition to the host.
  func facts(within bounds: FetchBounds) -> [String: Fact] {
    switch self {
    case .timedOut: ["count": .number(bounds.seconds)]
    case .blockedPort(let port):
      [
        "port": .text(String(port)), "ports": .text(bounds.allowedPorts.others),
        "lastPort": .text(bounds.allowedPorts.last),
      ]
    case .blockedAddress(let address): address.target.map { ["target": .text($0)] } ?? [:]
    case .status(let status): ["status": .text(String(status))]
    case .signInUnknown(let scheme): scheme.isEmpty ? [:] : ["scheme": .text(scheme)]
    case .tooLarge: ["megabytes": .numeral(bounds.megabytes)]
    case .unreadable(.tooManyTasks): ["count": .number(bounds.tasks)]
    case .severalLists(let count): ["count": .number(count)]
    case _: [:]
    }
  }

  /// The failure as shown on a page.
  /// - Parameters:
  ///   - host: the source's host.
  ///   - source: the source, for the ways to change its address and to choose among its lists; nil where there are none.
  ///   - age: the age of the stored copy in seconds; nil if there is none.
  ///   - until: the earliest time of the next request, from `Retry-After`, in seconds since 1970-01-01T00:00:00Z.
  ///   - bounds: the limits of a fetch.
  func failure(
    host: String, source: SourceID?, age: Int? = nil, until: Int64? = nil, bounds: FetchBounds = FetchBounds()
  ) -> Failure {
    var facts = facts(within: bounds)
    facts["host"] = .text(host)
    if let source {
      facts["address"] = .link(.changeAddress(of: source))
      if case .severalLists = self { facts["lists"] = .link(.chooseList(of: source)) }
    }
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
