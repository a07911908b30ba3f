import Foundation
import Tasks

/// A name and a password. Secret.
struct Login: Hashable, Sendable {
  let user: String
  let password: String
}

/// Answers the challenges of the one origin that a login was given for.
///
/// Over HTTPS the login goes along with the first request, as Basic (RFC 7617); over plain HTTP only as the answer to a challenge, by
/// Digest wherever that is offered, for others can read along there.
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

  /// The value of `Authorization` for the next request; nil where nothing is known yet of how to sign in.
  mutating func authorization(for method: String, _ uri: String) -> String? {
    switch scheme {
    case nil: return nil
    case .basic: return "Basic " + Data("\(login.user):\(login.password)".utf8).base64EncodedString()
    case .digest(let challenge, let uses):
      scheme = .digest(challenge, uses: uses + 1)
      return challenge.answer(of: login, to: method, uri, count: uses + 1, clientNonce: Self.nonce())
    }
  }

  /// Takes what was answered with 401; the request is to be sent again.
  /// - Parameters:
  ///   - fields: the values of `WWW-Authenticate`.
  ///   - isAnswered: whether a challenge of this request was answered already.
  /// - Throws: ``SourceFailure/wrongPassword``, or ``SourceFailure/signInUnknown(_:)`` where nothing that is offered is known.
  mutating func take(_ fields: [String], isAnswered: Bool) throws(SourceFailure) {
    let challenges = Challenge.all(in: fields)
    let digests = challenges.compactMap(DigestChallenge.init)
    let digest = digests.first { $0.hash == .sha256 } ?? digests.first
    let takesBasic = challenges.isEmpty || challenges.contains { $0.scheme == "basic" }
    if isAnswered {
      switch (scheme, digest) {
      // A nonce that is too old, or good for one request only, says nothing of the password.
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

  private static func nonce() -> String {
    (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 36) }.joined()
  }
}
