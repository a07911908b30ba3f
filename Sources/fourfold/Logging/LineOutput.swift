import Foundation
import Synchronization

/// Writes whole lines to a file descriptor, from any thread, each by one `write(2)`.
///
/// A line is written on where the system took only a part of it, and is given up where the descriptor is closed, or
/// takes nothing for a second: a log that nobody reads must not stop the server.
final class LineOutput: Sendable {
  static let standardError = LineOutput(descriptor: STDERR_FILENO)

  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  /// - Parameter line: without its line break.
  func write(line: String) {
    let bytes = Array((line + "\n").utf8)
    descriptor.withLock { descriptor in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { rest in
          Foundation.write(descriptor, rest.baseAddress, rest.count)
        }
        if count > 0 {
          written += count
        } else if !Self.canTryAgain(descriptor, errno) {
          return
        }
      }
    }
  }

  private static func canTryAgain(_ descriptor: Int32, _ error: Int32) -> Bool {
    switch error {
    case EINTR:
      return true
    case EAGAIN, EWOULDBLOCK:
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&waiting, 1, 1000) > 0
    default:
      return false
    }
  }
}
