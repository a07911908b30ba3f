import Dispatch
import Foundation
import NIOCore

/// Connections that are made and dropped as fast as the operating system allows.
enum ShortConnections {
  /// Each sends a request, half of one, garbage or nothing. Only complete lines wait for a response; otherwise the backlog of the
  /// listening socket would fill up.
  static func make(_ number: Int, to port: Int, from address: String) async throws {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { for turn in 0..<number { try make(turn, to: port, from: address) } })
      }
    }
  }

  private static func make(_ turn: Int, to port: Int, from address: String) throws {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    // Closes with a reset: thousands of orderly closes would fill the machine's table of ports in TIME_WAIT.
    var noTime = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &noTime, socklen_t(MemoryLayout<linger>.size))
    let isBound = try withAddress(address, 0) { bind(socket, $0, $1) } == 0
    guard isBound, try withAddress("127.0.0.1", port, { connect(socket, $0, $1) }) == 0 else { return }
    let text = ["", "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /o", "nonsense\r\n\r\n"][turn % 4]
    _ = text.withCString { send(socket, $0, text.utf8.count, Int32(MSG_NOSIGNAL)) }
    var byte: UInt8 = 0
    if text.hasSuffix("\r\n") { recv(socket, &byte, 1, 0) }
  }

  private static func withAddress(
    _ address: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    try SocketAddress(ipAddress: address, port: port).withSockAddr { body($0, socklen_t($1)) }
  }
}
