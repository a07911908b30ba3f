import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServerSupport
import Synchronization

/// A mail server on loopback that takes messages, but for what a test lets it do otherwise.
final class MailTestServer: Sendable {
  /// What the server does at a command, at its greeting or at the end of a message, in place of what it usually does.
  enum Answer: Sendable {
    case reply(String)
    /// Nothing, and the connection stays.
    case silence
    case close
  }

  struct Behaviour: Sendable {
    /// By the first word of a command, `greeting` or `message`.
    var answers: [String: Answer] = [:]
    /// The login that is asked for.
    var login: (user: String, password: String)?
    var offersTLS = false
    var beginsWithTLS = false
    /// Whether the server ends the connection after a message.
    var leaves = false
    var certificate: TestCertificate.Issued?
  }

  struct Seen: Sendable {
    var commands: [String] = []
    /// The messages, with the lines as they were before they were sent.
    var messages: [String] = []
    var connections = 0
  }

  let port: Int
  private let box: Box

  private final class Box: Sendable {
    let seen = Mutex(Seen())
  }

  private init(port: Int, box: Box) { (self.port, self.box) = (port, box) }

  var seen: Seen { box.seen.withLock { $0 } }

  static func run<Result>(
    _ change: (inout Behaviour) -> Void = { _ in }, _ body: (MailTestServer) async throws -> Result
  ) async throws -> Result {
    var behaviour = Behaviour()
    change(&behaviour)
    let tls = try TestCertificate.context(behaviour.certificate, protocols: [])
    let box = Box()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { [behaviour] channel in
        channel.eventLoop.makeCompletedFuture {
          if behaviour.beginsWithTLS {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          try channel.pipeline.syncOperations.addHandler(Handler(behaviour, tls, box))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(MailTestServer(port: channel.localAddress?.port ?? 0, box: box))) } catch {
      result = .failure(error)
    }
    try await channel.close()
    return try result.get()
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: Behaviour
    private let tls: NIOSSLContext
    private let box: Box
    private var came = ""
    private var isMessage = false
    private var isSecure: Bool
    private var isLogin = false
    private var isSignedIn = false

    init(_ behaviour: Behaviour, _ tls: NIOSSLContext, _ box: Box) {
      (self.behaviour, self.tls, self.box) = (behaviour, tls, box)
      isSecure = behaviour.beginsWithTLS
    }

    func channelActive(context: ChannelHandlerContext) {
      box.seen.withLock { $0.connections += 1 }
      // With TLS from the beginning, nothing is written before the handshake.
      answer("greeting", "220 mail.example ready", context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      came += String(buffer: Self.unwrapInboundIn(data))
      while let end = came.firstRange(of: isMessage ? "\r\n.\r\n" : "\r\n") {
        let text = String(came[..<end.lowerBound])
        came = String(came[end.upperBound...])
        if isMessage {
          let lines = text.components(separatedBy: "\r\n").map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
          box.seen.withLock { $0.messages.append(lines.joined(separator: "\r\n")) }
          isMessage = false
          answer("message", "250 2.0.0 taken", context)
          if behaviour.leaves { leave(context) }
        } else {
          take(text, context)
        }
      }
    }

    private func leave(_ context: ChannelHandlerContext) {
      let channel = context.channel
      context.eventLoop.scheduleTask(in: .milliseconds(100)) {
        channel.writeAndFlush(ByteBuffer(string: "421 4.4.2 too long\r\n")).whenComplete { _ in
          channel.close(promise: nil)
        }
      }
    }

    private func take(_ command: String, _ context: ChannelHandlerContext) {
      if isLogin { return takeLogin(command, context) }
      box.seen.withLock { $0.commands.append(command) }
      let verb = command.prefix { $0 != " " && $0 != ":" }.uppercased()
      switch verb {
      case "EHLO":
        var lines = ["mail.example", "8BITMIME", "SIZE 1000000"]
        if behaviour.offersTLS, !isSecure { lines.append("STARTTLS") }
        if behaviour.login != nil, isSecure || !behaviour.offersTLS { lines.append("AUTH PLAIN") }
        let last = lines.removeLast()
        answer(verb, lines.map { "250-\($0)\r\n" }.joined() + "250 \(last)", context)
      case "STARTTLS":
        answer(verb, "220 go ahead", context)
        isSecure = true
        do { try context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first) } catch
        {
          context.close(promise: nil)
        }
      case "AUTH":
        isLogin = answer(verb, "334 ", context)
      case "MAIL" where behaviour.login != nil && !isSignedIn: answer(verb, "530 5.7.0 sign in first", context)
      case "DATA":
        isMessage = answer(verb, "354 go ahead", context)
      case "QUIT": answer(verb, "221 bye", context)
      case _: answer(verb, "250 2.1.0 fine", context)
      }
    }

    /// Answers a wrong login with what was sent, as no server should.
    private func takeLogin(_ line: String, _ context: ChannelHandlerContext) {
      isLogin = false
      let sent = String(decoding: Data(base64Encoded: line) ?? Data(), as: UTF8.self)
      isSignedIn = sent == behaviour.login.map { "\0\($0.user)\0\($0.password)" }
      answer("login", isSignedIn ? "235 welcome" : "535 5.7.8 \(sent.dropFirst()), \(line) is wrong", context)
    }

    /// Whether it is the usual answer.
    @discardableResult private func answer(_ what: String, _ usual: String, _ context: ChannelHandlerContext) -> Bool {
      switch behaviour.answers[what] {
      case nil: context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: usual + "\r\n")), promise: nil)
      case .reply(let text)?:
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
        return false
      case .silence?: return false
      case .close?:
        context.close(promise: nil)
        return false
      }
      return true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
}
