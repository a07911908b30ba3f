import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NetworkAddresses
import SwiftASN1
import Synchronization
import Tasks

/// Finds out why a certificate was not trusted by inspecting it; BoringSSL reports only that verification failed.
///
/// It connects to the checked address, reads the certificate during the handshake, and sends no request.
struct CertificateDiagnosis: Sendable {
  private let hop: Hop
  private let address: IPAddress
  private let patience: Duration

  init(of hop: Hop, by address: IPAddress, within left: Duration) {
    self.hop = hop
    self.address = address
    patience = min(left, .seconds(3))
  }

  /// The problem of the certificate; ``CertificateProblem/untrusted`` if it could not be read.
  func problem() async -> CertificateProblem {
    let seen = Seen()
    do {
      let channel = try await connect(seen)
      let deadline = channel.eventLoop.scheduleTask(in: TimeAmount(patience)) { channel.close(promise: nil) }
      try await withTaskCancellationHandler {
        try await channel.closeFuture.get()
      } onCancel: {
        channel.close(promise: nil)
      }
      deadline.cancel()
    } catch {
      // The certificate may have been read before the error.
    }
    return seen.problem ?? .untrusted
  }

  private final class Seen: Sendable {
    private let found = Mutex<CertificateProblem?>(nil)

    var problem: CertificateProblem? { found.withLock { $0 } }

    func record(_ certificate: NIOSSLCertificate) {
      let problem = CertificateProblem(of: certificate, now: Date())
      found.withLock { $0 = problem }
    }
  }

  private func connect(_ seen: Seen) async throws -> any Channel {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    let context = try NIOSSLContext(configuration: configuration)
    return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(TimeAmount(patience))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: hop.origin.certifiedName,
            customVerificationCallback: { (chain, verified: EventLoopPromise<NIOSSLVerificationResult>) in
              if let first = chain.first { seen.record(first) }
              verified.succeed(.failed)
            })
          try channel.pipeline.syncOperations.addHandlers(handler, ClosingHandler())
        }
      }
      .connect(to: SocketAddress(ipAddress: "\(address)", port: hop.origin.port)).get()
  }
}

/// Closes a connection on its first error.
private final class ClosingHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension CertificateProblem {
  init(of certificate: NIOSSLCertificate, now: Date) {
    let seconds = time_t(now.timeIntervalSince1970)
    if certificate.isSelfSigned {
      self = .selfSigned
    } else if certificate.notValidAfter < seconds {
      self = .expired
    } else if certificate.notValidBefore > seconds {
      self = .notYetValid
    } else {
      self = .untrusted
    }
  }
}

extension NIOSSLCertificate {
  /// Whether issuer and subject are the same (RFC 5280, section 4.1.2): the third and fifth fields of the `TBSCertificate` after
  /// its optional version.
  fileprivate var isSelfSigned: Bool {
    let whole: ASN1Node
    do { whole = try DER.parse(toDERBytes()) } catch { return false }
    let fields = whole.parts.first?.parts.drop { $0.identifier.tagClass == .contextSpecific }.prefix(5) ?? []
    return fields.count == 5 && fields.dropFirst(2).first == fields.last
  }
}

extension ASN1Node {
  fileprivate var parts: [ASN1Node] { if case .constructed(let parts) = content { Array(parts) } else { [] } }
}

/// Checks that a verified certificate matches the host's name.
///
/// NIOSSL also accepts a certificate for the *IP address* of the connection. For a host requested by name that is not enough: an
/// attacker who can forge DNS responses can have a certificate for an address of their own.
enum CertificateNames {
  /// Whether the certificate may be used for a host.
  /// - Parameter name: the requested host name, in lower case.
  static func allow(_ name: String, _ certificate: NIOSSLCertificate) -> Bool {
    let alternatives = certificate._subjectAlternativeNames()
    let isOfAddresses = alternatives.contains { $0.nameType == .ipAddress }
    guard isOfAddresses else { return true }
    return alternatives.contains {
      $0.nameType == .dnsName && matches(String(decoding: $0.contents, as: UTF8.self), name)
    }
  }

  /// A wildcard matches exactly the first label (RFC 6125, section 6.4.3).
  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let pattern = pattern.lowercased()
    guard pattern.hasPrefix("*.") else { return pattern == name }
    guard let dot = name.firstIndex(of: ".") else { return false }
    return name[dot...] == pattern.dropFirst()
  }
}
