import HTTPTypes
import Synchronization

/// What it means for a request that its client leaves before the answer has come.
///
/// Nobody waits for what a safe request asked for (RFC 9110, section 9.2.1), so the work ends. Any other request asked
/// for a change, and runs to its end: whoever presses a button and closes the window at once has pressed it.
final class Departure: Sendable {
  private struct State {
    var isPresent = true
    var answersSafeRequest = false
    var isMoot: Bool { !isPresent && answersSafeRequest }
  }

  private let state = Mutex(State())

  /// To be called in the task that answers. Where the client has left already, the task goes on cancelled.
  func begin(_ method: HTTPRequest.Method) {
    let isMoot = state.withLock { state in
      state.answersSafeRequest = Self.safe.contains(method)
      return state.isMoot
    }
    if isMoot {
      withUnsafeCurrentTask { task in task?.cancel() }
    }
  }

  func end() {
    state.withLock { state in state.answersSafeRequest = false }
  }

  /// Calls `cancel` where a request is being answered that nobody waits for any more.
  func clientLeft(cancel: () -> Void) {
    let isMoot = state.withLock { state in
      state.isPresent = false
      return state.isMoot
    }
    if isMoot { cancel() }
  }

  private static let safe: Set<HTTPRequest.Method> = [.get, .head, .options, .trace]
}
