import Foundation
import NetworkAddresses
import Tasks

/// A user name and a password. Secret.
struct Login: Hashable, Sendable {
  let user, password: String
}

/// Answers the authentication challenges of one origin.
///
/// Over HTTPS, Basic credentials (RFC 7617) are sent with the first request. Over plain HTTP, where traffic can be intercepted,
/// credentials are sent only in response to a challenge, with Digest if the server offers it.
struct Authenticator: Sendable {
  private enum Scheme: Sendable {
    case basic
    case digest(DigestChallenge, uses: Int)
  }

  private let login: Login
  let origin: Origin
  private var scheme: Scheme?

  init(_ login: Login, for origin: Origin) {
    self.login = login
    self.origin = origin
    scheme = origin.scheme == "https" ? .basic : nil
  }

  /// The value of `Authorization` for the next request; nil until a scheme is known.
  mutating func authorization(for method: String, _ uri: String) -> String? {
    switch scheme {
    case nil: return nil
    case .basic: return "Basic " + Data("\(login.user):\(login.password)".utf8).base64EncodedString()
    case .digest(let challenge, let uses):
      scheme = .digest(challenge, uses: uses + 1)
      return challenge.answer(of: login, to: method, uri, count: uses + 1, clientNonce: .randomHexadecimal(bytes: 16))
    }
  }

  /// Chooses a scheme from a 401 response, for sending the request again.
  /// - Parameters:
  ///   - fields: the values of `WWW-Authenticate`.
  ///   - isAnswered: whether the rejected request had an `Authorization` field.
  /// - Throws: ``SourceFailure/wrongPassword``, or ``SourceFailure/signInUnknown(_:)`` if no offered scheme is supported.
  mutating func parse(_ fields: [String], isAnswered: Bool) throws(SourceFailure) {
    let challenges = Challenge.all(in: fields)
    let digests = challenges.compactMap(DigestChallenge.init)
    let digest = digests.first { $0.hash == .sha256 } ?? digests.first
    let takesBasic = challenges.isEmpty || challenges.contains { $0.scheme == "basic" }
    if isAnswered {
      switch (scheme, digest) {
      // The server may have rejected an expired or single-use nonce, not the password.
      case (.digest(_, let uses), let fresh?) where uses > 1 || fresh.isStale: scheme = .digest(fresh, uses: 0)
      case (.basic, let digest?) where !takesBasic: scheme = .digest(digest, uses: 0)
      case (.basic, nil) where !takesBasic: throw Self.unknown(challenges)
      case _: throw .wrongPassword
      }
    } else if let digest {
      scheme = .digest(digest, uses: 0)
    } else if takesBasic {
      scheme = .basic
    } else {
      throw Self.unknown(challenges)
    }
  }

  private static func unknown(_ challenges: [Challenge]) -> SourceFailure {
    .signInUnknown(String((challenges.first?.name ?? "").prefix(longestName)))
  }

  private static let longestName = 32
}
