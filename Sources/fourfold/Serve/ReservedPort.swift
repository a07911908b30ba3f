import Foundation
import NIOCore
import Synchronization

/// Reserves the server's port early: if another process listens on it, startup fails before it touches the database.
///
/// The socket is bound but does not listen, so the server can still bind the port: with `SO_REUSEADDR`, Linux lets two sockets
/// share an address as long as only one of them listens.
final class ReservedPort: Sendable {
  private let descriptor: Mutex<Int32?>

  /// Reserves the port of the pages.
  /// - Throws: ``StartProblem`` if the port is unavailable.
  convenience init(_ settings: ServeSettings) throws(StartProblem) {
    try self.init(settings.hostname, settings.port, option: "--port")
  }

  /// Reserves the port of the metrics.
  /// - Throws: ``StartProblem`` if the port is unavailable.
  convenience init(_ settings: MetricsSettings) throws(StartProblem) {
    try self.init(settings.hostname, settings.port, option: "--metrics-port")
  }

  private init(_ hostname: String, _ port: Int, option: String) throws(StartProblem) {
    descriptor = Mutex(nil)
    // Port 0 selects any free port.
    guard port != 0 else { return }
    do {
      let address = try SocketAddress.makeAddressResolvingHost(hostname, port: port)
      let socket = try Self.bind(address)
      descriptor.withLock { $0 = socket }
    } catch {
      throw StartProblem(listening: hostname, port, option: option, error)
    }
  }

  /// Releases the port. Called when the server has bound it.
  func release() {
    descriptor.withLock { descriptor in
      if let held = descriptor { close(held) }
      descriptor = nil
    }
  }

  deinit {
    release()
  }

  private static func bind(_ address: SocketAddress) throws -> Int32 {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = socket(address.protocol.rawValue, kind, 0)
    guard socket >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let result = address.withSockAddr { pointer, size in
      Foundation.bind(socket, pointer, socklen_t(size))
    }
    guard result == 0 else {
      let error = errno
      close(socket)
      throw IOError(errnoCode: error, reason: "bind")
    }
    return socket
  }
}
