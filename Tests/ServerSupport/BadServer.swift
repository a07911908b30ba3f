package import NIOCore
import NIOPosix
package import NIOSSL
import Synchronization

/// A server on loopback that responds as a test defines it.
package final class BadServer: Sendable {
  /// Handles a connection after a whole request was received, or at once with `speaksFirst`.
  package typealias Behaviour = @Sendable (Connection) async throws -> Void

  /// One connection, as a test sees it.
  package struct Connection: Sendable {
    package let request: String
    package var body = ""
    package var bytes: [UInt8] = []
    package let channel: any Channel

    package func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    package func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    package func close() async throws { try await channel.close() }
  }

  private struct Seen {
    var requests: [String] = []
    var open = 0
    var connections = 0
  }

  private final class Box: Sendable {
    let seen = Mutex(Seen())
  }

  private let channel: any Channel
  private let box: Box
  package let port: Int

  private init(_ channel: any Channel, _ box: Box) {
    self.channel = channel
    self.box = box
    self.port = channel.localAddress?.port ?? 0
  }

  /// Runs a server while `body` runs.
  package static func run<Result>(
    host: String = "127.0.0.1", tls: NIOSSLContext? = nil, _ behave: @escaping Behaviour,
    _ body: (BadServer) async throws -> Result
  ) async throws -> Result {
    let box = Box()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
          try channel.pipeline.syncOperations.addHandler(Handler(box: box, behave: behave))
        }
      }
      .bind(host: host, port: 0).get()
    let server = BadServer(channel, box)
    do {
      let result = try await body(server)
      try await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }

  /// The heads of all requests so far.
  package var requests: [String] { box.seen.withLock { $0.requests } }
  /// The number of connections that are open on this side.
  package var open: Int { box.seen.withLock { $0.open } }
  /// The number of connections so far.
  package var connections: Int { box.seen.withLock { $0.connections } }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let box: Box
    private let behave: Behaviour
    private var came: [UInt8] = []

    init(box: Box, behave: @escaping Behaviour) {
      self.box = box
      self.behave = behave
    }

    func channelActive(context: ChannelHandlerContext) {
      box.seen.withLock { seen in
        seen.open += 1
        seen.connections += 1
      }
    }

    func channelInactive(context: ChannelHandlerContext) { box.seen.withLock { $0.open -= 1 } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      came += Self.unwrapInboundIn(data).readableBytesView
      // A TLS greeting counts as a request, too; a server without TLS does not parse it.
      let isGreeting = came.first == 0x16
      let head = came.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
      guard let end = isGreeting ? came.endIndex : head else { return }
      let (request, body) = (String(decoding: came[..<end], as: UTF8.self), Array(came[end...]))
      let field = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
      let length = field.flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
      guard body.count >= length else { return }
      came = []
      box.seen.withLock { $0.requests.append(request) }
      let connection = Connection(
        request: request, body: String(decoding: body, as: UTF8.self), bytes: body, channel: context.channel)
      let behave = behave
      Task {
        // Some tests close the connection early.
        try? await behave(connection)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
