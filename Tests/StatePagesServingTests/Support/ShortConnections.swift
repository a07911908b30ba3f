import Dispatch
import Foundation

/// Connections that are made and dropped as fast as the operating system allows.
enum ShortConnections {
  /// Each sends a request, half of one, garbage or nothing. Only complete lines wait for a response; otherwise the backlog of the
  /// listening socket would fill up.
  static func make(_ number: Int, to port: Int, from address: String) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        for turn in 0..<number { make(turn, to: port, from: address) }
        continuation.resume()
      }
    }
  }

  private static func make(_ turn: Int, to port: Int, from address: String) {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    // Closes with a reset: thousands of orderly closes would fill the machine's table of ports in TIME_WAIT.
    var noTime = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &noTime, socklen_t(MemoryLayout<linger>.size))
    let isBound = withAddress(address, 0) { bind(socket, $0, $1) } == 0
    guard isBound, withAddress("127.0.0.1", port, { connect(socket, $0, $1) }) == 0 else { return }
    let text = ["", "GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /o", "nonsense\r\n\r\n"][turn % 4]
    _ = text.withCString { send(socket, $0, text.utf8.count, Int32(MSG_NOSIGNAL)) }
    var byte: UInt8 = 0
    if text.hasSuffix("\r\n") { recv(socket, &byte, 1, 0) }
  }

  private static func withAddress(
    _ address: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var internet = sockaddr_in()
    internet.sin_family = sa_family_t(AF_INET)
    internet.sin_port = in_port_t(port).bigEndian
    inet_pton(AF_INET, address, &internet.sin_addr)
    return withUnsafePointer(to: &internet) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
