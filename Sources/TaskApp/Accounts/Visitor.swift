import Logging
import StatePages
import TaskStore
import Tasks

/// The client of a sign-in or sign-up, for rate limits, sessions and the log. The log has the account and the address, never the
/// typed text.
struct Visitor: Sendable {
  let client: Client
  /// The browser's `User-Agent`; empty if it sends none.
  let agent: String
  var devices: [KnownDevice] = []
  let logger: Logger

  /// The origin of its actions in an account's audit trail.
  var origin: AccountEvent.Origin { AccountEvent.Origin(network: client.ip?.networkText, agent: agent) }

  /// An entry for the audit trail.
  func entry(_ kind: AccountEvent.Kind) -> AccountEventEntry { AccountEventEntry(kind, from: origin) }

  func log(_ event: Event, _ account: AccountID?) { logger.info("\(event.rawValue)", metadata: metadata(account)) }

  func log(_ refused: Event, _ account: AccountID?, because reason: String) {
    logger.notice("\(refused.rawValue)", metadata: metadata(account).merging(["reason": "\(reason)"]) { $1 })
  }

  private func metadata(_ account: AccountID?) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if let account { metadata["account"] = "\(account)" }
    if let address = client.address { metadata["address"] = "\(address)" }
    return metadata
  }

  enum Event: String {
    case signedIn = "signed in"
    case signInRefused = "sign-in refused"
    case accountMade = "account made"
    case passwordChanged = "password changed"
    case changeRefused = "password change refused"
    case rehashed = "password hashed anew"
    case notRehashed = "password not hashed anew"
    case accountRemoved = "account removed"
    case removalRefused = "removal refused"
    case appPasswordRefused = "app password refused"
    case exportRefused = "export refused"
    /// Rejected before the name or the password was checked.
    case tryRefused = "try refused"
  }
}

struct SignedIn: Sendable {
  let token: SessionToken
  let session: Session
  let name: Username
}
