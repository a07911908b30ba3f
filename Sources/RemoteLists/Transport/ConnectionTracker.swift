import NIOCore
import NIOSSL
import Synchronization
import Tasks

/// The connections that a client made: seen as soon as they are there, and cut from here.
final class ConnectionTracker: Sendable {
  private struct State {
    var channels: [any Channel] = []
    var isCut = false
  }

  /// The connection leads elsewhere than was checked.
  struct Astray: Error {}

  private let address: IPAddress
  private let name: String?
  private let isSecure: Bool
  private let watch: ProgressReporter
  private let state = Mutex(State())

  /// - Parameter name: the host that a certificate must be of; nil where there is none, or where the address is all that was asked for.
  init(to address: IPAddress, certified name: String?, isSecure: Bool, watch: ProgressReporter) {
    self.address = address
    self.name = name
    self.isSecure = isSecure
    self.watch = watch
  }

  /// A connection is there, and nothing was asked over it yet.
  /// - Parameter isMultiplexed: whether answers come on streams within it, among other things.
  func connected(_ channel: any Channel, isMultiplexed: Bool) -> EventLoopFuture<Void> {
    let isCut = state.withLock { state in
      state.channels.append(channel)
      return state.isCut
    }
    // That the client connects to where it was told is what all checks rest on, so it is looked at once more.
    let isAstray = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) != address
    return channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandler(AbruptCloseHandler(), position: .first)
      if isCut || isAstray {
        AbruptCloseHandler.cut(channel)
        throw Astray()
      }
      if let name, let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate(),
        !CertificateNames.allow(name, certificate)
      {
        AbruptCloseHandler.cut(channel)
        throw SourceFailure.certificate(.otherName)
      }
      watch.waiting()
      if !isMultiplexed { try noteArrivals(on: channel) }
    }
  }

  /// Cuts all connections, also the ones that are still to come.
  /// - Returns: whether there were any.
  func cut() -> Bool {
    let channels = state.withLock { state in
      state.isCut = true
      return state.channels
    }
    channels.forEach(Self.cut)
    return !channels.isEmpty
  }

  private static func cut(_ channel: any Channel) {
    channel.eventLoop.execute { AbruptCloseHandler.cut(channel) }
  }

  /// From behind TLS, whose own messages are no part of an answer.
  private func noteArrivals(on channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let position: ChannelPipeline.SynchronousOperations.Position =
      isSecure ? .after(try pipeline.handler(type: NIOSSLClientHandler.self)) : .first
    try pipeline.addHandler(FirstByteHandler(watch), position: position)
  }
}
