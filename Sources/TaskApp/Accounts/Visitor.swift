import Logging
import TaskStore
import Tasks

/// Who signs in or up, as far as tries, sessions and the log are concerned. The log has account and address, and never what
/// was typed.
struct Visitor: Sendable {
  let client: Client
  /// What the browser calls itself; empty where it tells nothing.
  let agent: String
  /// What it shows as a browser in which somebody has signed in before.
  var devices: [KnownDevice] = []
  let logger: Logger

  /// Where what it does comes from, as an account's audit trail tells it.
  var origin: AccountEvent.Origin { AccountEvent.Origin(network: client.ip?.networkText, agent: agent) }

  /// An entry for the audit trail.
  func entry(_ kind: AccountEvent.Kind) -> AccountEventEntry { AccountEventEntry(kind, from: origin) }

  func log(_ event: Event, _ account: AccountID?) {
    logger.info("\(event.rawValue)", metadata: metadata(account))
  }

  func log(_ refused: Event, _ account: AccountID?, because reason: String) {
    logger.notice("\(refused.rawValue)", metadata: metadata(account).merging(["reason": "\(reason)"]) { $1 })
  }

  private func metadata(_ account: AccountID?) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if let account { metadata["account"] = "\(account)" }
    if let address = client.address { metadata["address"] = "\(address)" }
    return metadata
  }

  /// What the log tells of visitors.
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
    case exportRefused = "export refused"
    /// Before the name or the password was looked at.
    case tryRefused = "try refused"
  }
}

/// A browser that was let in.
struct SignedIn: Sendable {
  /// What goes into its cookie.
  let token: SessionToken
  let session: Session
  /// Under which name it was.
  let name: Username
}
