import Foundation
import NIOCore

/// A listening port whose backlog is full, so that a new connection is neither accepted nor refused.
final class FullSocket {
  let port: Int
  private let listener: Int32
  private var waiting: [Int32] = []

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard let anyPort = try? SocketAddress(ipAddress: "127.0.0.1", port: 0) else { return nil }
    var address = sockaddr()
    var length = socklen_t(MemoryLayout<sockaddr>.size)
    let isListening =
      anyPort.withSockAddr { bind(listener, $0, socklen_t($1)) } == 0 && listen(listener, 0) == 0
      && getsockname(listener, &address, &length) == 0
    self.listener = listener
    // The port is the first two bytes, the higher one first.
    port = Int(UInt8(bitPattern: address.sa_data.0)) << 8 | Int(UInt8(bitPattern: address.sa_data.1))
    guard isListening else { return nil }
    for _ in 0..<8 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      waiting.append(client)
      connect(client, &address, length)
    }
  }

  deinit {
    for descriptor in waiting + [listener] { close(descriptor) }
  }
}
