import Notifications
import Synchronization

@testable import TaskApp

/// Takes what is sent in place of the network, and fails as told.
final class Outbox: Sendable {
  typealias Sent = (notice: Notifications.Notice, to: Destination)

  private let state = Mutex<(sent: [Sent], failure: SendingFailure?)>(([], nil))

  var sent: [Sent] { state.withLock { $0.sent } }

  func fail(with failure: SendingFailure?) { state.withLock { $0.failure = failure } }

  func settings(hasMail: Bool = true) -> TaskApp.Settings {
    var settings = TaskApp.Settings.test
    let checks = NotificationSender(mail: nil)
    settings.sender = ReminderSender(hasMail: hasMail) { destination throws(SendingFailure) in
      if case .mail = destination { return }
      try checks.check(destination)
    } send: { [self] notice, destination throws(SendingFailure) in
      let failure = state.withLock { state in
        state.sent.append((notice, destination))
        return state.failure
      }
      if let failure { throw failure }
    }
    return settings
  }
}
