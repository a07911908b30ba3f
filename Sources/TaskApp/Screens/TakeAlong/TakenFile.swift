import Crypto
import Foundation
import StatePages
import Tasks

/// What a file says of itself with which a list was taken along: whose it is, and the revision and the time of the list. The server signs it,
/// so a file that is sent back is known to be its own.
///
/// The signature grants nothing. What a file sends is a `GET`, and the session decides what its page shows; the boxes are ticked by a form of that page.
/// A `POST` from a file has the origin `null`, like one of any sandboxed frame, and so could not be distinguished from a forgery.
struct TakenFile: Hashable, Sendable {
  let account: AccountID
  let list: ListID
  let revision: ChangeID
  /// When it was taken along, in seconds since 1970-01-01T00:00:00Z.
  let at: Int64

  init(of list: ListID, for account: AccountID, revision: ChangeID, at: Int64) {
    (self.account, self.list, self.revision, self.at) = (account, list, revision, at)
  }

  /// Reads what a file of a list has sent; nil if the server did not sign it.
  init?(_ text: String, of list: ListID, key: Data) {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let account = AccountID(parts[0]), let revision = ChangeID(parts[1]),
      let at = Int64(parts[2]), let code = Base64.urlBytes(of: parts[3])
    else { return nil }
    self.init(of: list, for: account, revision: revision, at: at)
    guard
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: SymmetricKey(data: key))
    else { return nil }
  }

  func signed(with key: Data) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key))
    return "\(account)-\(revision)-\(at)-\(Base64.urlText(of: Array(code)))"
  }

  /// Whether it is too old to tick by it.
  func isOld(at now: Int64) -> Bool { now - at > Int64(Limits.takenDays) * 86_400 }

  /// Begins with its purpose, because other values are signed with the same key.
  private var message: Data { Data("take-along/\(account)/\(list)/\(revision)/\(at)".utf8) }
}
