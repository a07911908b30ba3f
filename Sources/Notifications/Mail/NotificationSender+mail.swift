import NetworkAddresses
import Transfers

extension NotificationSender {
  /// Gives a message to the operator's mail server.
  func send(
    _ message: MailMessage, from sender: MailAddress, to address: MailAddress, through server: MailServer
  ) async throws(SendingFailure) {
    let limit = TimeLimit(server.deadline)
    let resolver = resolver
    let addresses = try await Self.addresses(within: limit) { () async throws(AddressFailure) in
      if let address = HostName.address(server.host) { return [address] }
      do throws(LookupFailure) { return SSRFPolicy.alternating(try await resolver.addresses(of: server.host)) } catch {
        throw .lookup(error)
      }
    }
    func transfer(at ip: IPAddress, isShared: Bool) -> Transfer {
      var transfer = Transfer(
        .mail(from: sender.text, to: address.text, message: message.bytes), to: server.url, at: ip)
      if let user = server.user, let password = server.password { transfer.login = (user, password) }
      transfer.upgradesToTLS = server.security == .starttls
      transfer.sharesConnections = isShared
      transfer.authorities = server.authorities
      transfer.deadline = limit.left
      return transfer
    }
    do throws(TransferFailure) {
      do throws(TransferFailure) {
        _ = try await perform(on: Self.mails, at: addresses) { transfer(at: $0, isShared: true) }
      } catch  where error.mayBeOfOldConnection {
        _ = try await perform(on: Self.mails, at: addresses) { transfer(at: $0, isShared: false) }
      }
    } catch {
      throw SendingFailure(error, hiding: server.secrets)
    }
  }
}

extension TransferFailure {
  /// Whether a mail server may have ended a connection after an earlier message, before it had this one.
  fileprivate var mayBeOfOldConnection: Bool {
    !isSent && (kind == .cutOff || kind == .reply && response?.status == 421)
  }
}

extension MailServer {
  /// What a reply must not show: the password, and what the mechanism PLAIN makes of it (RFC 4616).
  fileprivate var secrets: [String?] { [password, password.map { "\0\(user ?? "")\0\($0)" }] }
}
