import NIOCore

/// Resets the connection of a client that accepts none of its pending output, as ``StallDetector`` determines.
///
/// Placed next to the socket, where the bytes are counted. It checks only while output is pending after a flush:
/// writability does not cover output below the watermark. A reset discards the pending output.
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
  /// The bytes that were written and not accepted by the kernel. Call on the event loop.
  fileprivate var pendingBytes: Int {
    do { return try syncOptions?.getOption(.bufferedWritableBytes) ?? 0 } catch { return 0 }  // closed
  }

  /// Limits the unsent bytes in the kernel's buffer, and makes the socket writable again when half of them are sent.
  ///
  /// By default the kernel buffers megabytes per connection, and becomes writable after a third is sent: on a slow line
  /// an active client would seem to stall.
  fileprivate func limitUnsentBytes() {
    guard let socket = self as? any SocketOptionProvider else { return }
    // A Unix domain socket has no such option, and needs none.
    socket.unsafeSetSocketOption(level: .tcp, name: .unsentLowWatermark, value: CInt(128 << 10)).whenComplete { _ in }
  }

  /// Closes both sides at once. Output in transit is lost, and the kernel frees its buffers.
  func reset() {
    if let socket = self as? any SocketOptionProvider {
      // `SO_LINGER` with a timeout of zero, which sends a reset.
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
