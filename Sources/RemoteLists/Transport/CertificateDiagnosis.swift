import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NetworkAddresses
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

    func take(_ certificate: NIOSSLCertificate) {
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
              if let first = chain.first { seen.take(first) }
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

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

extension CertificateProblem {
  /// Classifies an untrusted certificate.
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
    let encoded: [UInt8]
    do { encoded = try toDERBytes() } catch { return false }
    guard let whole = DERReader(encoded).first, let signed = DERReader(whole.content).first else { return false }
    let parts = Array(DERReader(signed.content).drop { $0.tag == 0xA0 }.prefix(5))
    return parts.count == 5 && parts[2].content.elementsEqual(parts[4].content)
  }
}

/// Iterates over consecutive DER elements (X.690, section 8.1).
struct DERReader: Sequence, IteratorProtocol {
  struct Part {
    let tag: UInt8
    let content: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) {
    rest = Array(bytes)[...]
  }

  /// The first part.
  var first: Part? {
    var copy = self
    return copy.next()
  }

  mutating func next() -> Part? {
    guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let bytes = rest.prefix(Int(first & 0x7F))
      guard (1...4).contains(bytes.count) else { return nil }
      rest = rest.dropFirst(bytes.count)
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard length <= rest.count else { return nil }
    defer { rest = rest.dropFirst(length) }
    return Part(tag: tag, content: rest.prefix(length))
  }
}
