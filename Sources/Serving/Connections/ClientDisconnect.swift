import HTTPTypes
import Synchronization

/// What it means for a request that its client leaves before the answer has come.
///
/// Nobody waits for what a safe request asked for (RFC 9110, section 9.2.1), so the work ends. Any other request asked
/// for a change, and runs to its end: whoever presses a button and closes the window at once has pressed it.
final class ClientDisconnect: Sendable {
  private struct State {
    var isPresent = true
    var answersSafeRequest = false
    /// The task that answers, while it does.
    var answerer: Answerer?

    func cancelIfMoot() {
      if !isPresent, answersSafeRequest { answerer?.task.cancel() }
    }
  }

  /// Others may cancel a task that they only know in this way, as long as it is there.
  private struct Answerer: @unchecked Sendable {
    let task: UnsafeCurrentTask
  }

  private let state = Mutex(State())

  /// Has `answer` answer requests. Its task is the caller's: one of its own would cost every connection some 2 KB.
  func whileAnswering(_ answer: () async -> Void) async {
    await withUnsafeCurrentTask { task in
      let answerer = task.map(Answerer.init)
      state.withLock { $0.answerer = answerer }
      await answer()
      // From here on the task may end, and must not be touched.
      state.withLock { $0.answerer = nil }
    }
  }

  /// Where the client has left already, the task goes on cancelled.
  func begin(_ method: HTTPRequest.Method) {
    state.withLock { state in
      state.answersSafeRequest = Self.safe.contains(method)
      state.cancelIfMoot()
    }
  }

  func end() {
    state.withLock { state in state.answersSafeRequest = false }
  }

  /// Ends what is being answered if nobody waits for it any more.
  func clientLeft() {
    // Cancelled under the lock, so that the task cannot end meanwhile.
    state.withLock { state in
      state.isPresent = false
      state.cancelIfMoot()
    }
  }

  private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]
}
