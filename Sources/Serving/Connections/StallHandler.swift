import NIOCore

/// Hangs up on a client that takes nothing of what is written for it, as ``StallDetector`` tells.
///
/// Next to the socket, where the bytes are counted. It looks only while something is left after a flush: writability
/// says nothing of what stays below the watermark. To hang up is to reset: what the client left lying is thrown away.
final class StallHandler: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private var watch: StallDetector
  private var written = 0
  private var nextLook: Scheduled<Void>?

  init(_ limit: Duration) {
    watch = StallDetector(limit)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    context.channel.limitUnsentBytes()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    if nextLook == nil { look(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    nextLook?.cancel()
  }

  private func look(_ context: ChannelHandlerContext) {
    let pending = context.channel.pendingBytes
    switch watch.look(taken: written - pending, pending: pending, at: .now()) {
    case .settled:
      break
    case .waiting(let deadline):
      nextLook = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
        self.nextLook = nil
        self.look(context)
      }
    case .stalled:
      context.channel.reset()
    }
  }
}

extension Channel {
  /// What was written and not taken by the operating system; to be asked on the event loop.
  fileprivate var pendingBytes: Int {
    do { return try syncOptions?.getOption(.bufferedWritableBytes) ?? 0 } catch { return 0 }  // closed: nothing
  }

  /// Has the operating system hold little that it has not sent, and take more when half of that is sent.
  ///
  /// By itself it holds megabytes for each reader, and takes more when a third is through: on a slow line a reader who
  /// is alive would seem to stall.
  fileprivate func limitUnsentBytes() {
    guard let socket = self as? any SocketOptionProvider else { return }
    // A socket in the file system has no such option, and needs none.
    socket.unsafeSetSocketOption(level: .tcp, name: .unsentLowWatermark, value: CInt(128 << 10)).whenComplete { _ in }
  }

  /// Closes both sides at once. What was on its way is lost, and the operating system holds nothing for it any more.
  func reset() {
    if let socket = self as? any SocketOptionProvider {
      // The operating system's `linger`: on, for no time at all.
      socket.unsafeSetSocketOption(level: .socket, name: .so_linger, value: (CInt(1), CInt(0)))
        .whenComplete { _ in self.close(promise: nil) }
    } else {
      close(promise: nil)
    }
  }
}

extension NIOBSDSocket.Option {
  /// `TCP_NOTSENT_LOWAT`.
  fileprivate static var unsentLowWatermark: Self {
    #if os(Linux)
      Self(rawValue: 25)
    #else
      Self(rawValue: 0x201)
    #endif
  }
}
