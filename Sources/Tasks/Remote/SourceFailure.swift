/// The reason why a remote list could not be fetched.
public enum SourceFailure: Error, Hashable, Sendable {
  /// The host has no address.
  case noSuchHost
  /// The name lookup failed temporarily.
  case nameLookup
  /// The connection was refused.
  case refused
  /// The host is unreachable, or the connection broke before a response began.
  case unreachable
  /// The certificate is not trusted.
  case certificate(CertificateProblem)
  /// The server supports no safe version of TLS.
  case oldTLS
  /// The server does not support TLS.
  case noTLS
  /// The server requires a login, and the address has none.
  case signInNeeded
  /// The server rejected the login.
  case wrongPassword
  /// The server requires an unsupported authentication scheme, given by its name.
  case signInUnknown(String)
  /// The fetch timed out at a stage.
  case timedOut(FetchStage)
  /// The response ended early.
  case cutOff
  /// The response is not valid HTTP.
  case malformed
  /// The response has a status other than success.
  case status(Int)
  /// Too many redirects, or a redirect loop.
  case tooManyRedirects
  /// A redirect has no target, or one that is not a web address.
  case badRedirect
  /// The decoded response is too large.
  case tooLarge
  /// The address, or that of a redirect, is not allowed.
  case blockedAddress(BlockedAddress)
  /// The port, or that of a redirect, is not allowed.
  case blockedPort(Int)
  /// The response is not a readable list.
  case unreadable(UnreadableList)
  /// The address leads to several task lists, of which the user has to choose one.
  case severalLists(Int)
  /// The address leads to a CalDAV server without task lists.
  case noLists
}

/// A stage of a fetch.
public enum FetchStage: String, CaseIterable, Hashable, Sendable {
  /// Resolving the name and connecting.
  case connecting
  /// Waiting for the response.
  case waiting
  /// Receiving the response.
  case receiving
  /// The response began and has stalled.
  case stalled
}

/// An address that this server does not fetch from.
public struct BlockedAddress: Hashable, Sendable {
  /// Which addresses are not allowed.
  public enum Range: String, CaseIterable, Hashable, Sendable {
    /// Those of this machine and of private networks, unless the operator allows them.
    case `private`
    /// Those that are never allowed, such as link-local ones.
    case reserved
  }

  /// Which addresses it is one of.
  public let range: Range
  /// The host that a redirect leads to; nil for the host of the source.
  public var target: String?

  /// Creates the reason for a host.
  public init(_ range: Range, target: String? = nil) {
    (self.range, self.target) = (range, target)
  }

  /// The detail that is stored with the code: the range, and the target after a space.
  fileprivate var stored: String { [range.rawValue, target].compactMap(\.self).joined(separator: " ") }

  /// Older failures have no detail.
  fileprivate init(stored: String?) {
    let parts = (stored ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    self.init(parts.first.flatMap(Range.init(rawValue:)) ?? .private, target: parts.count == 2 ? parts[1] : nil)
  }
}

/// The reason why a certificate is not trusted.
public enum CertificateProblem: String, CaseIterable, Hashable, Sendable {
  /// No trusted authority has signed it.
  case untrusted
  /// It is self-signed.
  case selfSigned = "self-signed"
  /// It has expired.
  case expired
  /// It is not valid yet.
  case notYetValid = "not-yet-valid"
  /// It is for another host.
  case otherName = "other-name"
}

extension SourceFailure {
  /// A code that never changes, because it is stored, and an optional detail.
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
    case .blockedAddress(let address): ("blocked-address", address.stored)
    case .blockedPort(let port): ("blocked-port", String(port))
    case .unreadable(let why): ("unreadable", why.rawValue)
    case .severalLists(let count): ("several-lists", String(count))
    case .noLists: ("no-lists", nil)
    }
  }

  /// The failure of a stored code; nil if it is unknown.
  public init?(code: String, detail: String?) {
    switch code {
    case "no-such-host": self = .noSuchHost
    case "name-lookup": self = .nameLookup
    case "refused": self = .refused
    case "unreachable": self = .unreachable
    case "certificate":
      // Older entries have no detail.
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
    case "blocked-address": self = .blockedAddress(BlockedAddress(stored: detail))
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
