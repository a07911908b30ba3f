import NIOCore

/// Closes the connection of a client that accepts none of its pending output.
///
/// Placed next to the socket, where the bytes are counted. It looks only while output is pending after a flush:
/// writability does not cover output below the watermark, and an idle timeout would cut off a slow reader.
final class StallHandler: ChannelOutboundHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let limit: TimeAmount
  private var written = 0
  /// The bytes that the kernel had accepted at the last look.
  private var taken = 0
  private var nextLook: Scheduled<Void>?

  init(_ limit: Duration) { self.limit = TimeAmount(limit) }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    if nextLook == nil { look(context, isFirst: true) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { nextLook?.cancel() }

  private func look(_ context: ChannelHandlerContext, isFirst: Bool) {
    let pending = context.channel.pendingBytes
    guard pending > 0 else { return }
    guard isFirst || written - pending > taken else { return context.close(promise: nil) }
    taken = written - pending
    nextLook = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
      self.nextLook = nil
      self.look(context, isFirst: false)
    }
  }
}

extension Channel {
  /// The bytes that were written and not accepted by the kernel. Call on the event loop.
  fileprivate var pendingBytes: Int {
    do { return try syncOptions?.getOption(.bufferedWritableBytes) ?? 0 } catch { return 0 }  // closed
  }
}
