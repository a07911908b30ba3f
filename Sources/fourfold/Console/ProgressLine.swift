import Foundation
import Synchronization
import TaskStore

/// Shows how far a command is: on a terminal in one line that changes, elsewhere in a plain line every ten seconds.
final class ProgressLine: Sendable {
  private static let terminalPause = Duration.milliseconds(100)
  private static let plainPause = Duration.seconds(10)

  private struct State {
    var last: ContinuousClock.Instant
    var isShown = false
  }

  private let console: Console
  private let isTerminal: Bool
  private let state: Mutex<State>
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: returns the current time.
  init(_ console: Console, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.console = console
    self.now = now
    isTerminal = isatty(console.questions) == 1
    state = Mutex(State(last: now()))
  }

  /// Shows a stage, unless another one was shown just before.
  func show(_ stage: BackupStage) { show(Self.text(of: stage)) }

  /// Shows a text, unless another one was shown just before.
  func show(_ text: @autoclosure () -> String) {
    let now = now()
    let isDue = state.withLock { state in
      guard now - state.last >= (isTerminal ? Self.terminalPause : Self.plainPause) else { return false }
      (state.last, state.isShown) = (now, true)
      return true
    }
    guard isDue else { return }
    if isTerminal { console.put("\r\u{1B}[K" + text()) } else { console.note(text()) }
  }

  func clear() {
    if isTerminal, state.withLock({ $0.isShown }) { console.put("\r\u{1B}[K") }
  }

  static func text(of stage: BackupStage) -> String {
    switch stage {
    case .copying(let bytes, let all):
      "Copied \(Megabytes.text(bytes)) of \(Megabytes.text(all)) (\(all == 0 ? 100 : bytes * 100 / all) %)"
    case .checking: "Checking the copy"
    }
  }
}

/// A size for people.
enum Megabytes {
  /// In megabytes of 1,000,000 bytes: with one decimal below 100 MB. Below 0.1 MB, in kilobytes or bytes.
  static func text(_ bytes: UInt64) -> String {
    if bytes < 1_000 { return "\(bytes) B" }
    if bytes < 99_500 { return "\((bytes + 500) / 1_000) KB" }
    let tenths = (bytes + 50_000) / 100_000
    return tenths < 1_000 ? "\(tenths / 10).\(tenths % 10) MB" : "\((bytes + 500_000) / 1_000_000) MB"
  }
}
