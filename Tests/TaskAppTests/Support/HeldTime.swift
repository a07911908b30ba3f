import Foundation
import Synchronization

@testable import TaskApp

/// A time of day that changes only when a test sets it.
final class HeldTime: Sendable {
  private let moment: Mutex<Date>

  init(_ seconds: Int64 = Samples.now) {
    moment = Mutex(Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  var now: Date { moment.withLock { $0 } }

  func advance(by duration: Duration) {
    moment.withLock { $0.addTimeInterval(TimeInterval(duration.components.seconds)) }
  }
}
