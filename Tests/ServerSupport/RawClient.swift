import Foundation
public import NIOCore
import NIOPosix

/// A client that sends exact bytes, and can disconnect in every way that a client does.
public final class RawClient {
  private let channel: any Channel
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var unread: [UInt8] = []

  private init(
    channel: any Channel,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>,
    inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  ) {
    self.channel = channel
    self.outbound = outbound
    self.inbound = inbound
  }

  /// Connects to a server on this machine for as long as `body` runs.
  ///
  /// - Parameter address: The local address of the client; on Linux every address of 127.0.0.0/8 is this machine.
  public static func connected<Value: Sendable>(
    to port: Int,
    from address: String = "127.0.0.1",
    _ body: (RawClient) async throws -> Value
  ) async throws -> Value {
    let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .bind(to: try SocketAddress(ipAddress: address, port: 0))
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true)
          )
        }
      }
    return try await connection.executeThenClose { inbound, outbound in
      try await body(RawClient(channel: connection.channel, outbound: outbound, inbound: inbound.makeAsyncIterator()))
    }
  }

  /// Sends `text` as it is.
  public func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  /// Sends `text` to a server that may refuse it, and close, before it has read all of it.
  public func sendAsMuchAsIsTaken(_ text: String) async throws {
    do { try await send(text) } catch is ChannelError {} catch is IOError {} catch is NIOAsyncWriterError {}
  }

  /// Sends a GET request with the header lines.
  public func get(_ path: String, headers: String...) async throws {
    let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + headers + ["", ""]
    try await send(lines.joined(separator: "\r\n"))
  }

  /// The bytes received up to and including `end`, or all of them if the server closes before.
  public func receive(upTo end: String) async throws -> String {
    while true {
      if let range = unread.firstRange(of: Array(end.utf8)) {
        let received = String(decoding: unread[..<range.upperBound], as: UTF8.self)
        unread.removeSubrange(..<range.upperBound)
        return received
      }
      guard let buffer = try await inbound.next() else { return takeUnread() }
      unread += buffer.readableBytesView
    }
  }

  /// The next chunk of a chunked body (RFC 9112, section 7.1). It is empty at the end, and where the server closed before.
  public func receiveChunk() async throws -> ByteBuffer {
    let size = try await receive(upTo: "\r\n").dropLast(1)
    let count = Int(size, radix: 16) ?? 0
    while unread.count < count + 2, let buffer = try await inbound.next() { unread += buffer.readableBytesView }
    defer { unread.removeFirst(min(count + 2, unread.count)) }
    return ByteBuffer(bytes: unread.prefix(count))
  }

  /// Waits for bytes and returns their number; `nil` if the server has closed its side or the connection.
  public func receiveSome() async throws -> Int? {
    defer { unread = [] }
    return unread.isEmpty ? try await inbound.next()?.readableBytes : unread.count
  }

  /// The bytes received until the server closes its side.
  public func receiveToEnd() async throws -> String {
    while let buffer = try await inbound.next() { unread += buffer.readableBytesView }
    return takeUnread()
  }

  private func takeUnread() -> String {
    defer { unread = [] }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Whether the connection is open on both sides.
  public var isConnected: Bool { channel.isActive }

  /// Stops reading.
  public func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

  /// Closes the sending side only.
  public func stopSending() { outbound.finish() }

  /// Closes the connection.
  public func leave() async throws { try await channel.close() }

  /// Disconnects with a reset, as a client that crashed.
  public func slamTheDoor() async throws {
    let options = channel as? any SocketOptionProvider
    try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
    try await channel.close()
  }
}
