import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StatePagesTesting
import Synchronization
import Testing

@testable import TaskApp

/// A time of day that changes only when a test sets it.
final class HeldTime: Sendable {
  private let moment: Mutex<Date>

  init(_ seconds: Int64 = Samples.now) { moment = Mutex(Date(timeIntervalSince1970: TimeInterval(seconds))) }

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
func eventually(_ holds: () async throws -> Bool, _ location: SourceLocation = #_sourceLocation) async throws {
  for _ in 0..<12_000 {
    if try await holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("that never happened", sourceLocation: location)
}

/// A page of the app that is being streamed to a browser, which can disconnect.
final class Streamed: Sendable {
  private let visit: StreamedVisit

  /// Requests a page and reads it as it is sent.
  init(_ world: World, _ address: String) {
    visit = StreamedVisit { try await world.respond(.get, address, [.secFetchDest: "document"]) }
  }

  /// The text received so far.
  var text: String { visit.text }

  /// Waits until the text was received.
  func shows(_ words: String) async {
    if await visit.shows(words) { return }
    Issue.record("it ended without “\(words)”: \(text)")
  }

  /// The status and the whole page, after it has ended.
  func end() async throws -> (status: HTTPResponse.Status, page: HTMLElement) {
    let (status, html) = try await visit.end()
    return (status, try HTMLReader.page(html))
  }

  /// Disconnects.
  func leave() async { await visit.leave() }
}

extension TaskApp.Settings {
  /// Settings with which every page is streamed at once, with deadlines for a busy machine.
  static let streaming = TaskApp.Settings(
    patience: .init(grace: .zero, minimum: .zero, deadline: .seconds(600)), timeZone: "GMT", hasher: .quick)
}
