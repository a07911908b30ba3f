import HTTPTypes
import Hummingbird
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

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
  func leave() async {
    await visit.leave()
  }
}

extension TaskApp.Settings {
  /// Settings with which every page is streamed at once, with deadlines for a busy machine.
  static let streaming = TaskApp.Settings(
    patience: .init(grace: .zero, deadline: .seconds(600)), timeZone: "GMT", hasher: .quick)
}
