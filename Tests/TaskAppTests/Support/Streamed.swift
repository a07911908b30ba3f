import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import Synchronization
import TestSupport
import Testing

@testable import TaskApp

/// A page that is being streamed to a browser, which can disconnect.
final class Streamed: Sendable {
  private let written: Written
  private let work: Task<HTTPResponse.Status, any Error>

  /// Requests a page and reads it as it is sent.
  init(_ world: World, _ address: String) {
    let written = Written()
    self.written = written
    work = Task {
      defer { written.end() }
      let response = try await world.respond(.get, address, [.secFetchDest: "document"])
      try await response.body.write(written)
      return response.status
    }
  }

  /// The text received so far.
  var text: String { written.text }

  /// Waits until the text was received.
  func shows(_ words: String) async {
    while true {
      let pieces = written.pieces.count
      let hasEnded = written.hasEnded.isSet
      if text.contains(words) { return }
      if hasEnded {
        Issue.record("it ended without “\(words)”: \(text)")
        return
      }
      await written.pieces.reaches(pieces + 1)
    }
  }

  /// The status and the whole page, after it has ended.
  func end() async throws -> (status: HTTPResponse.Status, page: Element) {
    let status = try await work.value
    return (status, try HTMLReader.page(text))
  }

  /// Disconnects.
  func leave() async {
    work.cancel()
    switch await work.result {
    case .success, .failure: break
    }
  }

  private final class Written: ResponseBodyWriter, Sendable {
    let pieces = Tally()
    let hasEnded = Flag()
    private let bytes = Mutex(ByteBuffer())

    var text: String { bytes.withLock { String(buffer: $0) } }

    func write(_ buffer: ByteBuffer) async throws {
      bytes.withLock { bytes in _ = bytes.writeImmutableBuffer(buffer) }
      pieces.increment()
    }

    func end() {
      hasEnded.set()
      pieces.increment()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

extension TaskApp.Settings {
  /// Settings with which every page is streamed at once, with deadlines for a busy machine.
  static let streaming = TaskApp.Settings(
    patience: .init(grace: .zero, deadline: .seconds(600)), timeZone: "GMT", hasher: .quick)
}
