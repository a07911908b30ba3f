public import Logging
public import NIOCore

/// Pauses accepting for a second when it fails because the process or the system has run out of file descriptors, and
/// logs it.
///
/// The listening socket stays readable in that state, so the event loop would retry at once, in a busy loop, until
/// other connections close.
final class AcceptFaultHandler: ChannelInboundHandler {
  typealias InboundIn = any Channel

  static let rest = TimeAmount.seconds(1)

  private let logger: Logger
  private let log = LogThrottle()

  init(_ logger: Logger) {
    self.logger = logger
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let fault = error as? IOError else { return context.fireErrorCaught(error) }
    if let count = log.happened() {
      logger.error(
        "no connection could be accepted", metadata: ["cause": "\(fault)", "times": "\(count)"])
    }
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenComplete { _ in }
    channel.eventLoop.scheduleTask(in: Self.rest) { channel.setOption(.autoRead, value: true).whenComplete { _ in } }
  }
}

extension Channel {
  /// Pauses a listening socket that can't accept connections for lack of file descriptors, and logs it.
  public func restingOnFaults(_ logger: Logger) {
    eventLoop.execute {
      do {
        try self.pipeline.syncOperations.addHandler(AcceptFaultHandler(logger), position: .first)
      } catch {
        logger.warning("faults of the listening socket are not watched", metadata: ["error": "\(error)"])
      }
    }
  }
}
