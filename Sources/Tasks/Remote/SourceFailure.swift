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
  /// Its certificate cannot be trusted, or it does not speak TLS.
  case certificate
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
}

/// How far a fetch had come.
public enum FetchStage: String, CaseIterable, Hashable, Sendable {
  /// The name is looked up and a connection made.
  case connecting
  /// The question is asked.
  case waiting
  /// The answer comes.
  case receiving
}

extension SourceFailure {
  /// A name that is never changed once it was stored, and a number where there is one.
  public var stored: (code: String, detail: String?) {
    switch self {
    case .noSuchHost: ("no-such-host", nil)
    case .nameLookup: ("name-lookup", nil)
    case .refused: ("refused", nil)
    case .unreachable: ("unreachable", nil)
    case .certificate: ("certificate", nil)
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
    }
  }

  /// The failure that was stored so; nil if there is none.
  public init?(code: String, detail: String?) {
    switch code {
    case "no-such-host": self = .noSuchHost
    case "name-lookup": self = .nameLookup
    case "refused": self = .refused
    case "unreachable": self = .unreachable
    case "certificate": self = .certificate
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
    default: return nil
    }
  }
}
