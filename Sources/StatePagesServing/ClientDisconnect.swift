import HTTPTypes
import Synchronization

/// Handles the disconnect of a client before its response is complete.
///
/// The response to a safe request (RFC 9110, section 9.2.1; RFC 3253, section 3.6; RFC 4918, section 9.1) has no receiver any more and is
/// cancelled. Any other
/// request changes something, and runs to completion: a form was sent even if the window is closed at once.
final class ClientDisconnect: Sendable {
  private struct State {
    var isPresent = true
    var answersSafeRequest = false
    /// The task that answers, while it runs.
    var answerer: Answerer?

    func cancelIfMoot() {
      if !isPresent, answersSafeRequest { answerer?.task.cancel() }
    }
  }

  /// `UnsafeCurrentTask` may be cancelled from another thread as long as the task exists.
  private struct Answerer: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private let state = Mutex(State())

  /// Runs `answer` in the caller's task: a separate task would cost every connection some 2 KB.
  func whileAnswering(_ answer: () async -> Void) async {
    await withUnsafeCurrentTask { task in
      let answerer = task.map(Answerer.init)
      state.withLock { $0.answerer = answerer }
      await answer()
      // The task may end after this, and must not be accessed.
      state.withLock { $0.answerer = nil }
    }
  }

  /// If the client has disconnected already, the task is cancelled at once.
  func begin(_ method: HTTPRequest.Method) {
    state.withLock { state in
      state.answersSafeRequest = Self.safe.contains(method.rawValue)
      state.cancelIfMoot()
    }
  }

  func end() { state.withLock { state in state.answersSafeRequest = false } }

  /// Cancels the response in progress if its request is safe.
  func clientLeft() {
    // Cancelled under the lock, so that the task cannot end in the meantime.
    state.withLock { state in
      state.isPresent = false
      state.cancelIfMoot()
    }
  }

  private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT"]
}
