import Hummingbird

/// A page on its way: first all that is there, with placeholders; then each region as it settles, in any order.
struct StreamedPage: Sendable {
  let stage: Stage
  let load: PageLoad
  let gathered: Gathering

  /// Writes the page, and always ends it properly: a region that fails fails in its place.
  /// - Throws: when the reader has left; then the loads have ended as well.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    // Not a cancellation handler: it would take the writer across a closure. The loop below ends when the task is cancelled.
    defer { load.cancel() }
    try await writer.write(stage.opening(gathered).buffer)
    var gathering = gathered
    var lines = Array(repeating: 0, count: stage.page.regions.count)
    for await event in load.events {
      switch event {
      case .presented(let index, let state) where state.isSettled:
        gathering.take(state, at: index)
        try await writer.write(state.element(stage.printer).buffer)
      case .presented(let index, let state):
        gathering.take(state, at: index)
        if let stage = state.stage { try await say(.stage(stage), at: index, &lines, to: &writer) }
      case .quiet:
        for (index, state) in gathering.states.enumerated() where state?.isSettled != true {
          try await say(.stillWorking, at: index, &lines, to: &writer)
        }
      }
    }
    try Task.checkCancellation()
    try await writer.write(stage.closing().buffer)
  }

  private func say(
    _ words: StatusWords, at index: Int, _ lines: inout [Int], to writer: inout any ResponseBodyWriter
  ) async throws {
    guard lines[index] < Printer.mostStatusLines else { return }
    lines[index] += 1
    try await writer.write(stage.printer.statusLine(lines[index], of: stage.page.regions[index], words).buffer)
  }
}
