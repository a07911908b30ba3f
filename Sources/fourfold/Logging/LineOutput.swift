import Foundation
import Synchronization

/// Writes whole lines to a file descriptor, from any thread, each by one `write(2)`.
///
/// A line is written on where the system took only a part of it, and is given up where the descriptor is closed, the disk is full, or
/// nothing is taken for a while.
final class LineOutput: Sendable {
  private let descriptor: Mutex<Int32>
  /// How long a descriptor that doesn't wait by itself may take nothing, in seconds; nil for as long as it does.
  private let patience: Int32?

  init(descriptor: Int32, patience: Int32? = 1) {
    self.descriptor = Mutex(descriptor)
    self.patience = patience
  }

  /// - Parameter line: without its line break.
  /// - Returns: whether all of it was written.
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
