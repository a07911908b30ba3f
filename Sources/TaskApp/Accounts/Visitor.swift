import Logging
import Tasks

/// Who signs in or up, as far as tries, sessions and the log are concerned. The log has account and address, and never what
/// was typed.
struct Visitor: Sendable {
  let client: Client
  /// What the browser calls itself; empty where it tells nothing.
  let agent: String
  let logger: Logger

  /// What tries from there are counted by.
  var network: [TryKey] { client.ip.map { [.network(of: $0)] } ?? [] }

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
}
