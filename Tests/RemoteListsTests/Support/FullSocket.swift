import Foundation

/// A listening port whose backlog is full, so that a new connection is neither accepted nor refused.
final class FullSocket {
  let port: Int
  private let listener: Int32
  private var waiting: [Int32] = []

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 0) == 0 && getsockname(listener, generic, &length) == 0
      }
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isListening else { return nil }
    for _ in 0..<8 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      waiting.append(client)
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, length) }
      }
    }
  }

  deinit {
    for descriptor in waiting + [listener] { close(descriptor) }
  }
}
