import Foundation

/// A reserved local port that refuses connections: its socket is bound but does not listen, so no other process can listen on the
/// port either.
final class HeldPort: Sendable {
  /// The port number.
  let number: Int
  private let descriptor: Int32

  /// - Throws: ``CommandProblem`` if no port is available.
  init() throws(CommandProblem) {
    #if os(Linux)
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    let error = errno
    descriptor = socket
    number = Int(UInt16(bigEndian: address.sin_port))
    guard bound else {
      close(socket)
      throw CommandProblem("No port can be had: \(String(cString: strerror(error))).")
    }
  }

  deinit {
    close(descriptor)
  }
}
