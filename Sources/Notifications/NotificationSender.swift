import Foundation
package import NetworkAddresses
import Scheduling
import Tasks
import Transfers

/// Sends notices by mail, to ntfy topics and to webhooks.
///
///     let sender = NotificationSender(mail: nil)
///     try await sender.send(Notice(id: "4711", title: "Pay rent", text: "Due today"), to: .ntfy(topic))
///
/// Mails have a thread and connections of their own, and each host a share of the rest, so that slow servers hold up nothing else.
package struct NotificationSender: Sendable {
  private let mail: MailTransport?
  let policy: SSRFPolicy
  /// The allowed ports in addition to 80 and 443; nil allows all ports.
  let ports: Set<Int>?
  let resolver: any AddressResolver
  /// The file of the trusted certificate authorities of ntfy servers and webhooks; nil for those of the system.
  package var authorities: String?
  var webDeadline: Duration = .seconds(20)

  /// Mail servers give a client few connections at once.
  static let mails = TransferQueue(most: 4)
  static let requests = TransferQueue(most: 32)
  /// The turns of the requests by host, so that a slow one leaves some for the others.
  static let turns = FairQueue<String>(32, share: 8)

  /// - Parameters:
  ///   - mail: how mails are sent; nil if they are not.
  ///   - allowsPrivate: whether ntfy servers and webhooks may be `http`, and on this machine and in its network.
  ///   - ports: their ports besides 80 and 443; nil for all.
  package init(
    mail: MailTransport?, allowsPrivate: Bool = false, ports: Set<Int>? = [],
    resolver: any AddressResolver = SystemResolver()
  ) {
    (self.mail, self.ports, self.resolver) = (mail, ports, resolver)
    policy = SSRFPolicy(allowsPrivate: allowsPrivate)
  }

  package var hasMail: Bool { mail != nil }

  /// Checks what can be known of a destination without a network: its scheme, its port, an IP address as its host, whether there is mail.
  /// - Throws: the failure that sending would end with.
  package func check(_ destination: Destination) throws(SendingFailure) {
    switch destination {
    case .mail: if mail == nil { throw .noMail }
    case .ntfy(let topic): try endpoint(topic.server).check(policy)
    case .webhook(let webhook): try endpoint(webhook.url).check(policy)
    }
  }

  /// Sends a notice once. Trying again later is up to the caller.
  /// - Throws: ``SendingFailure``; ``SendingFailure/cancelled`` soon after the calling task is cancelled.
  package func send(_ notice: Notice, to destination: Destination) async throws(SendingFailure) {
    try check(destination)
    switch destination {
    case .mail(let address):
      guard let mail else { throw .noMail }
      let message = MailMessage(notice, from: mail.from, to: address)
      switch mail.way {
      case .server(let server): try await send(message, from: mail.from.address, to: address, through: server)
      case .program(let path):
        try await MailProgram(path: path).send(message, from: mail.from.address)
      }
    case .ntfy(let topic): try await post(NtfyMessage(notice, to: topic).request, to: endpoint(topic.server))
    case .webhook(let webhook):
      try await post(WebhookEvent(notice).request(for: webhook, at: .now), to: endpoint(webhook.url))
    }
  }

  func endpoint(_ address: SourceAddress) throws(SendingFailure) -> WebEndpoint {
    try WebEndpoint(address, ports: ports, allowsHTTP: policy.allowsPrivate)
  }

  /// The addresses of a server. A lookup that takes too long is not waited for.
  static func addresses(
    within limit: TimeLimit, _ find: @escaping @Sendable () async throws(AddressFailure) -> [IPAddress]
  ) async throws(SendingFailure) -> [IPAddress] {
    let found = await limit.result { () -> Result<[IPAddress], AddressFailure> in
      do throws(AddressFailure) { return .success(try await find()) } catch { return .failure(error) }
    }
    if Task.isCancelled { throw .cancelled }
    switch found {
    case .success(let addresses)?: return addresses
    case .failure(let failure)?: throw SendingFailure(failure)
    case nil: throw .timedOut(isSent: false)
    }
  }

  /// Performs a transfer at the first address that can be connected to.
  func perform(
    on queue: TransferQueue, at addresses: [IPAddress], _ transfer: (IPAddress) -> Transfer
  ) async throws(TransferFailure) -> TransferResponse {
    for address in addresses.dropLast() {
      do { return try await queue.perform(transfer(address)) } catch {
        switch error.kind {
        case .refused, .unreachable: continue
        case _: throw error
        }
      }
    }
    guard let last = addresses.last else { throw TransferFailure(.unreachable) }
    return try await queue.perform(transfer(last))
  }
}

extension SendingFailure {
  init(_ failure: AddressFailure) {
    switch failure {
    case .blocked(let range): self = .blockedAddress(range)
    case .lookup(.noSuchHost): self = .noSuchHost
    case .lookup(.unavailable): self = .nameLookup
    }
  }

  /// - Parameter secrets: what was sent and must not be shown.
  init(_ failure: TransferFailure, hiding secrets: [String?]) {
    let reply = ServerReply(
      status: failure.response?.status ?? 0, bytes: failure.response?.body ?? [], hiding: secrets)
    switch failure.kind {
    case .refused: self = .refused
    case .unreachable: self = .unreachable
    case .cutOff: self = .cutOff(isSent: failure.isSent)
    case .timedOut: self = .timedOut(isSent: failure.isSent)
    case .malformed, .other: self = .malformed
    case .tooLarge: self = .tooLarge
    case .cancelled: self = .cancelled
    case .noTLS: self = .noTLS
    case .handshake: self = .handshake
    case .certificate(let problem): self = .certificate(problem)
    // A server may be unable to check a password right now (RFC 4954, section 6: 454).
    case .login: self = (400..<500).contains(reply.status) ? .deferred(reply) : .authentication(reply)
    case .reply:
      switch reply.status {
      // A password is needed, is wrong, or is too weak.
      case 530, 534, 535, 538: self = .authentication(reply)
      case ..<500: self = .deferred(reply)
      case _: self = .rejected(reply)
      }
    }
  }
}

/// What remains of a time, and work within it.
struct TimeLimit: Sendable {
  private let end: ContinuousClock.Instant

  init(_ time: Duration) { end = .now + time }

  var left: Duration { max(.zero, end - .now) }

  /// The result of work, or nil if the time was over first. The work is cancelled then, and waited for.
  func result<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work() }
      group.addTask {
        // Cancelled when the work has ended.
        do { try await Task.sleep(until: end, clock: .continuous) } catch {}
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }
}
