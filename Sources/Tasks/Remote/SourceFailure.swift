package import NetworkAddresses

/// The reason why a remote list could not be fetched.
package enum SourceFailure: Error, Hashable, Sendable {
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

package enum FetchStage: String, CaseIterable, Hashable, Sendable {
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
package struct BlockedAddress: Hashable, Sendable {
  package typealias Range = SSRFPolicy.BlockedRange

  /// Which addresses it is one of.
  package let range: Range
  /// The host that a redirect leads to; nil for the host of the source.
  package var target: String?

  package init(_ range: Range, target: String? = nil) { (self.range, self.target) = (range, target) }

  /// The detail that is stored with the code: the range, and the target after a space.
  fileprivate var stored: String { [range.rawValue, target].compactMap(\.self).joined(separator: " ") }

  /// Older failures have no detail.
  fileprivate init(stored: String?) {
    let parts = (stored ?? "").split(separator: " ", maxSplits: 1).map(String.init)
    self.init(parts.first.flatMap(Range.init(rawValue:)) ?? .private, target: parts.count == 2 ? parts[1] : nil)
  }
}

/// The reason why a certificate is not trusted.
package enum CertificateProblem: String, CaseIterable, Hashable, Sendable {
  /// No trusted authority has signed it.
  case untrusted
  case selfSigned = "self-signed"
  case expired
  case notYetValid = "not-yet-valid"
  /// The certificate is for another host.
  case otherName = "other-name"
}

extension SourceFailure {
  /// The failures without a detail, by their codes.
  package static let plain: [String: SourceFailure] = [
    "no-such-host": .noSuchHost, "name-lookup": .nameLookup, "refused": .refused, "unreachable": .unreachable,
    "old-tls": .oldTLS, "no-tls": .noTLS, "sign-in-needed": .signInNeeded, "wrong-password": .wrongPassword,
    "cut-off": .cutOff, "malformed": .malformed, "too-many-redirects": .tooManyRedirects,
    "bad-redirect": .badRedirect, "too-large": .tooLarge, "no-lists": .noLists,
  ]
  private static let codes = Dictionary(uniqueKeysWithValues: plain.map { ($1, $0) })

  /// A code that never changes, because it is stored, and an optional detail.
  package var stored: (code: String, detail: String?) {
    switch self {
    case .certificate(let problem): ("certificate", problem.rawValue)
    case .signInUnknown(let scheme): ("sign-in-unknown", scheme)
    case .timedOut(let stage): ("timed-out", stage.rawValue)
    case .status(let status): ("status", String(status))
    case .blockedAddress(let address): ("blocked-address", address.stored)
    case .blockedPort(let port): ("blocked-port", String(port))
    case .unreadable(let why): ("unreadable", why.rawValue)
    case .severalLists(let count): ("several-lists", String(count))
    case .noSuchHost, .nameLookup, .refused, .unreachable, .oldTLS, .noTLS, .signInNeeded, .wrongPassword, .cutOff,
      .malformed, .tooManyRedirects, .badRedirect, .tooLarge, .noLists:
      (Self.codes[self] ?? "", nil)
    }
  }

  /// The failure of a stored code; nil if it is unknown.
  package init?(code: String, detail: String?) {
    let number = detail.flatMap { Int($0) }
    let found: SourceFailure? =
      switch code {
      // Older entries have no detail.
      case "certificate":
        CertificateProblem(rawValue: detail ?? CertificateProblem.untrusted.rawValue).map(Self.certificate)
      case "sign-in-unknown": .signInUnknown(detail ?? "")
      case "timed-out": detail.flatMap(FetchStage.init(rawValue:)).map(Self.timedOut)
      case "status": number.map(Self.status)
      case "blocked-address": .blockedAddress(BlockedAddress(stored: detail))
      case "blocked-port": number.map(Self.blockedPort)
      case "unreadable": detail.flatMap(UnreadableList.init(rawValue:)).map(Self.unreadable)
      case "several-lists": number.map(Self.severalLists)
      case _: Self.plain[code]
      }
    guard let found else { return nil }
    self = found
  }
}

/// The reason why a file is not a readable list.
package enum UnreadableList: String, Error, CaseIterable, Hashable, Sendable {
  /// The format is not supported.
  case unknown
  /// The file is a web page.
  case webPage = "web-page"
  /// The file is JSON, but not the app's own export.
  case otherJSON = "other-json"
  /// The file is empty. That is more often an error of the source than a cleared list, so the last copy is kept.
  case emptyFile = "empty-file"
  /// The file is binary.
  case notText = "not-text"
  /// The file is truncated, or has an unsupported version.
  case broken
  /// The file has more open tasks than the limit.
  case tooManyTasks = "too-many-tasks"
  /// The file is nested too deeply.
  case tooDeep = "too-deep"
  /// Reading the file takes too long.
  case tooComplex = "too-complex"
}
