import Foundation
import Synchronization
import Testing

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

/// An event that has happened or not.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
  func set() { value.store(true, ordering: .sequentiallyConsistent) }
}

/// Waits until a condition holds that background work makes true; gives up after two minutes.
func eventually(
  _ holds: () async throws -> Bool, _ location: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<12_000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("that never happened", sourceLocation: location)
}
