/// Why a list could not be fetched from where it lives.
public enum SourceFailure: Error, Hashable, Sendable {
  /// Its host has no address.
  case noSuchHost
  /// Its name could not be looked up at the moment.
  case nameLookup
  /// Nothing takes connections there.
  case refused
  /// There is no way to it, or the connection broke before an answer began.
  case unreachable
  /// Its certificate can't be trusted.
  case certificate(CertificateProblem)
  /// It speaks no form of TLS that is safe.
  case oldTLS
  /// It doesn't speak TLS.
  case noTLS
  /// It wants a name and a password, and none were given for it.
  case signInNeeded
  /// It doesn't take the name and password.
  case wrongPassword
  /// It wants to be signed in to by a scheme that is not known, by its name.
  case signInUnknown(String)
  /// It did not get on within the time that there is.
  case timedOut(FetchStage)
  /// Its answer ended before it was complete.
  case cutOff
  /// Its answer is no HTTP.
  case malformed
  /// It answered with a status other than success.
  case status(Int)
  /// It led elsewhere more often than is followed, or in a circle.
  case tooManyRedirects
  /// It led to no address, or to one that is no web address.
  case badRedirect
  /// It is larger, once decoded, than is read.
  case tooLarge
  /// Its address, or one that it led to, is not a public one.
  case blockedAddress
  /// Its port, or one that it led to, is not among those that are allowed.
  case blockedPort(Int)
  /// What came is no list that can be read.
  case unreadable(UnreadableList)
  /// The address leads to so many task lists, of which one is to be chosen.
  case severalLists(Int)
  /// The address leads to a server of calendars, and none of them takes tasks.
  case noLists
}

/// How far a fetch had come.
public enum FetchStage: String, CaseIterable, Hashable, Sendable {
  /// The name is looked up and a connection made.
  case connecting
  /// The question is asked.
  case waiting
  /// The answer comes.
  case receiving
  /// The answer began to come and has stopped.
  case stalled
}

/// Why a certificate can't be trusted.
public enum CertificateProblem: String, CaseIterable, Hashable, Sendable {
  /// No authority that is known vouches for it.
  case untrusted
  /// Only it itself vouches for it.
  case selfSigned = "self-signed"
  /// Its time is over.
  case expired
  /// Its time has not come.
  case notYetValid = "not-yet-valid"
  /// It is another host's.
  case otherName = "other-name"
}

extension SourceFailure {
  /// A name that is never changed once it was stored, and a detail where there is one.
  public var stored: (code: String, detail: String?) {
    switch self {
    case .noSuchHost: ("no-such-host", nil)
    case .nameLookup: ("name-lookup", nil)
    case .refused: ("refused", nil)
    case .unreachable: ("unreachable", nil)
    case .certificate(let problem): ("certificate", problem.rawValue)
    case .oldTLS: ("old-tls", nil)
    case .noTLS: ("no-tls", nil)
    case .signInNeeded: ("sign-in-needed", nil)
    case .wrongPassword: ("wrong-password", nil)
    case .signInUnknown(let scheme): ("sign-in-unknown", scheme)
    case .timedOut(let stage): ("timed-out", stage.rawValue)
    case .cutOff: ("cut-off", nil)
    case .malformed: ("malformed", nil)
    case .status(let status): ("status", String(status))
    case .tooManyRedirects: ("too-many-redirects", nil)
    case .badRedirect: ("bad-redirect", nil)
    case .tooLarge: ("too-large", nil)
    case .blockedAddress: ("blocked-address", nil)
    case .blockedPort(let port): ("blocked-port", String(port))
    case .unreadable(let why): ("unreadable", why.rawValue)
    case .severalLists(let count): ("several-lists", String(count))
    case .noLists: ("no-lists", nil)
    }
  }

  /// The failure that was stored so; nil if there is none.
  public init?(code: String, detail: String?) {
    switch code {
    case "no-such-host": self = .noSuchHost
    case "name-lookup": self = .nameLookup
    case "refused": self = .refused
    case "unreachable": self = .unreachable
    case "certificate":
      // Once it was not told which problem it was.
      guard let detail else { self = .certificate(.untrusted); return }
      guard let problem = CertificateProblem(rawValue: detail) else { return nil }
      self = .certificate(problem)
    case "old-tls": self = .oldTLS
    case "no-tls": self = .noTLS
    case "sign-in-needed": self = .signInNeeded
    case "wrong-password": self = .wrongPassword
    case "sign-in-unknown": self = .signInUnknown(detail ?? "")
    case "timed-out":
      guard let stage = detail.flatMap(FetchStage.init(rawValue:)) else { return nil }
      self = .timedOut(stage)
    case "cut-off": self = .cutOff
    case "malformed": self = .malformed
    case "status":
      guard let status = detail.flatMap({ Int($0) }) else { return nil }
      self = .status(status)
    case "too-many-redirects": self = .tooManyRedirects
    case "bad-redirect": self = .badRedirect
    case "too-large": self = .tooLarge
    case "blocked-address": self = .blockedAddress
    case "blocked-port":
      guard let port = detail.flatMap({ Int($0) }) else { return nil }
      self = .blockedPort(port)
    case "unreadable":
      guard let why = detail.flatMap(UnreadableList.init(rawValue:)) else { return nil }
      self = .unreadable(why)
    case "several-lists":
      guard let count = detail.flatMap({ Int($0) }) else { return nil }
      self = .severalLists(count)
    case "no-lists": self = .noLists
    default: return nil
    }
  }
}
