import Foundation
import Synchronization
import TaskStore

/// Reports the state of a standby: on a terminal as one line that is updated, elsewhere as a line for each change of state.
final class FollowReport: Sendable {
  /// A state that is reported once, until it changes.
  enum Condition: Hashable {
    case upToDate
    /// The server writes nothing any more, not even that nothing has changed.
    case silent
    case waiting(FollowWait)
  }

  /// The age from which a copy is not up to date.
  static let patience: TimeInterval = 60

  private let console: Console
  private let isTerminal: Bool
  private let told = Mutex<Condition?>(nil)
  private let now: @Sendable () -> Date

  init(_ console: Console, now: @escaping @Sendable () -> Date = { Date() }) {
    self.console = console
    self.now = now
    isTerminal = isatty(console.questions) == 1
  }

  func tell(_ event: FollowEvent) {
    clear()
    switch event {
    case .loaded(let bytes, let asOf):
      console.say("Copied the database: \(Megabytes.text(bytes)), as of \(Self.text(asOf)).")
    // The line about the state has it.
    case .applied: break
    case .requestedBase: console.say("Asked the server to write the whole database anew.")
    case .foundChanged:
      console.say("The copy is not as it was left, so it is moved aside, as ….replaced-…, and copied anew.")
    }
  }

  func show(_ state: FollowState) {
    let now = now()
    let condition = Self.condition(of: state, now)
    let isNew = told.withLock { told in
      defer { told = condition }
      return told != condition
    }
    if isTerminal {
      console.put("\r\u{1B}[K" + Self.line(state, now))
    } else if isNew {
      console.say(Self.line(state, now))
    }
  }

  /// Leaves the terminal on a line of its own.
  func end() {
    if isTerminal { console.put("\n") }
  }

  private func clear() {
    if isTerminal { console.put("\r\u{1B}[K") }
  }

  static func condition(of state: FollowState, _ now: Date) -> Condition {
    switch state {
    case .upToDate(let asOf): now.timeIntervalSince(asOf) > patience ? .silent : .upToDate
    case .waiting(let wait, _): .waiting(wait)
    }
  }

  static func line(_ state: FollowState, _ now: Date) -> String {
    switch state {
    case .upToDate(let asOf):
      switch condition(of: state, now) {
      case .upToDate, .waiting: "Up to date, as of \(text(asOf)), \(age(asOf, now)) ago."
      case .silent: "The server has written nothing for \(age(asOf, now)). The copy is as of \(text(asOf))."
      }
    case .waiting(let wait, let asOf):
      "Waiting. \(wait) "
        + (asOf.map { "The copy is as of \(text($0)), \(age($0, now)) ago." } ?? "There is no copy yet.")
    }
  }

  private static func text(_ time: Date) -> String { time.formatted(.iso8601) }

  /// The clocks of two machines may differ by some seconds.
  private static func age(_ time: Date, _ now: Date) -> String {
    let seconds = max(0, Int(now.timeIntervalSince(time)))
    return seconds < 120 ? "\(seconds) s" : seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
  }
}
