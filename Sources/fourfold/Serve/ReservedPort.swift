import Foundation
import NIOCore
import Synchronization

/// The port that the app is going to listen on, held before anything else is done: where another process listens there, the
/// start ends before it has touched the database.
///
/// The socket is bound and does not listen, so the server can bind the port as well: Linux lets two sockets share an address
/// that may be reused as long as only one of them listens.
final class ReservedPort: Sendable {
  private let descriptor: Mutex<Int32?>

  /// - Throws: ``StartProblem`` if the port can't be had.
  init(_ settings: ServeSettings) throws(StartProblem) {
    descriptor = Mutex(nil)
    // Port 0 is whichever is free.
    guard settings.port != 0 else { return }
    do {
      let address = try SocketAddress.makeAddressResolvingHost(settings.hostname, port: settings.port)
      let socket = try Self.bind(address)
      descriptor.withLock { $0 = socket }
    } catch {
      throw StartProblem(listening: settings, error)
    }
  }

  /// Lets the port go; to be called once the server has it.
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
