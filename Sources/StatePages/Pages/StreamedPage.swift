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
    var statuses = gathered.states.map { StatusLines(after: $0.stage) }
    for await event in load.events {
      switch event {
      case .presented(let index, let state):
        gathering.take(state, at: index)
        if state.isSettled {
          try await writer.write(state.element(stage.printer).buffer)
        } else if let statusLine = state.statusLine, let line = statuses[index].tell(state.stage) {
          try await writer.write(statusLine(stage.printer, line.number, line.words).buffer)
        }
      case .quiet:
        for (index, state) in gathering.states.enumerated() {
          guard !state.isSettled, let statusLine = state.statusLine, let line = statuses[index].tellSilence()
          else { continue }
          try await writer.write(statusLine(stage.printer, line.number, line.words).buffer)
        }
      }
    }
    try Task.checkCancellation()
    try await writer.write(stage.closing().buffer)
  }
}
