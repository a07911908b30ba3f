import Foundation
import Synchronization

/// Writes whole lines to a file descriptor, from any thread, normally with one `write(2)` each.
///
/// A partial write is continued. A line is abandoned if the descriptor is closed, the disk is full, or the descriptor is not
/// writable for a while.
final class LineOutput: Sendable {
  private let descriptor: Mutex<Int32>
  /// The maximum time to wait for a non-blocking descriptor, in seconds; nil for no limit.
  private let patience: Int32?

  init(descriptor: Int32, patience: Int32? = 1) {
    self.descriptor = Mutex(descriptor)
    self.patience = patience
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
      return poll(&waiting, 1, patience.map { $0 * 1_000 } ?? -1) > 0
    default:
      return false
    }
  }
}
