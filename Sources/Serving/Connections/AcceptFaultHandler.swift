public import Logging
public import NIOCore

/// Rests for a second when no connection can be accepted, because the process or the system has no files left, and tells the log.
///
/// The listening socket stays readable then, and the event loop would ask for the next connection at once, and again, until others
/// close theirs.
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
  /// Has a listening socket rest when it can't accept connections for want of files, and tells the log.
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
