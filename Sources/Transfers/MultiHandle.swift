import Foundation
import SystemCurl

/// The handle of libcurl for transfers at once. Only ``wake()`` may be called from other threads than the one that performs them.
struct MultiHandle: @unchecked Sendable {
  private let pointer: UnsafeMutableRawPointer

  private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_SSL)) == CURLE_OK

  /// Nil if there is no memory.
  init?(most: Int) {
    guard Self.isInitialized, let pointer = curl_multi_init() else { return nil }
    curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, most)
    self.pointer = pointer
  }

  func wake() { curl_multi_wakeup(pointer) }

  /// A server that leaves would end the process by a signal.
  func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  func add(_ transfer: RunningTransfer) { curl_multi_add_handle(pointer, transfer.easy) }

  func remove(_ transfer: RunningTransfer) { curl_multi_remove_handle(pointer, transfer.easy) }

  func perform() {
    var running: Int32 = 0
    curl_multi_perform(pointer, &running)
  }

  /// The next transfer that has ended, and its code.
  func nextEnded() -> (UnsafeMutableRawPointer, CURLcode)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(pointer, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      return (easy, message.pointee.data.result)
    }
    return nil
  }

  /// Waits for bytes, a time of libcurl's own, or ``wake()``.
  func wait(for time: Duration) {
    curl_multi_poll(pointer, nil, 0, Int32(clamping: time.milliseconds), nil)
  }

  func close() { curl_multi_cleanup(pointer) }
}

extension Duration {
  /// At least 1.
  var milliseconds: Int { max(1, Int(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)) }
}
