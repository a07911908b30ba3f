import Foundation
import Synchronization

/// Writes whole lines to a file descriptor, from any thread, normally with one `write(2)` each.
///
/// A partial write is continued. A line is abandoned if the descriptor is closed, the disk is full, or the descriptor is not
/// writable for a second.
final class LineOutput: Sendable {
  static let standardError = LineOutput(descriptor: STDERR_FILENO)
  static let standardOutput = LineOutput(descriptor: STDOUT_FILENO)

  private let descriptor: Mutex<Int32>

  init(descriptor: Int32) {
    self.descriptor = Mutex(descriptor)
  }

  /// - Parameter line: the line, without its line break.
  /// - Returns: whether the whole line was written.
  @discardableResult
  func write(line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    return descriptor.withLock { descriptor in
      var written = 0
      while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { rest in
          Foundation.write(descriptor, rest.baseAddress, rest.count)
        }
        if count > 0 {
          written += count
        } else if !canTryAgain(descriptor, errno) {
          return false
        }
      }
      return true
    }
  }

  private func canTryAgain(_ descriptor: Int32, _ error: Int32) -> Bool {
    switch error {
    case EINTR:
      return true
    case EAGAIN, EWOULDBLOCK:
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return poll(&waiting, 1, 1_000) > 0
    default:
      return false
    }
  }
}
