import Hummingbird
import ServiceLifecycle
import Synchronization

/// A page on its way: first all that is there, with placeholders; then each region as it settles, in any order.
///
/// Hummingbird holds it until its last byte is sent. So it is made of what is to be written, not of what that was made of: while
/// it waits for a slow region, of the others nothing is left.
final class StreamedPage: Sendable {
  private let load: PageLoad
  private let script: Mutex<Script>

  /// Renders everything that is there, and keeps of the page only what its pending regions need.
  init(stage: PageAssembly, load: PageLoad, gathered: PageSnapshot) {
    self.load = load
    script = Mutex(Script(stage, gathered))
  }

  /// Writes the page, once, and always ends it properly: a region that fails fails in its place.
  /// - Throws: when the reader has left; then the loads have ended as well.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    // Not a cancellation handler: it would take the writer across a closure. The loop below ends when the task is cancelled.
    defer { load.cancel() }
    try await writer.write(opening())
    var events = load.events.makeAsyncIterator()
    while let event = await next(of: &events) {
      for piece in pieces(for: event) { try await writer.write(piece) }
    }
    try Task.checkCancellation()
    try await writer.write(closing())
  }

  /// The next event; once the server is stopping, every load ends soon, and with it the page.
  private func next(of events: inout AsyncStream<PageLoad.Event>.Iterator) async -> PageLoad.Event? {
    await withGracefulShutdownHandler {
      await events.next()
    } onGracefulShutdown: { [load] in
      load.stop()
    }
  }

  // Not to be inlined: the frame of the function above lasts as long as its reader waits, and would have room for all that happens
  // in rendering, some 48 KB.

  @inline(never) private func opening() -> ByteBuffer {
    script.withLock { $0.takeOpening() }
  }

  @inline(never) private func pieces(for event: PageLoad.Event) -> [ByteBuffer] {
    script.withLock { $0.pieces(for: event) }
  }

  @inline(never) private func closing() -> ByteBuffer {
    script.withLock { $0.closing.buffer }
  }
}

/// What is still to be written of a page.
private struct Script: Sendable {
  let closing: Markup
  private let printer: RegionRenderer
  private var opening: Markup?
  /// The regions that have not settled, by their index.
  private var pending: [Int: PendingRegion] = [:]

  init(_ stage: PageAssembly, _ gathered: PageSnapshot) {
    printer = stage.printer
    opening = stage.opening(gathered)
    closing = stage.closing()
    for (index, state) in gathered.states.enumerated() where !state.isSettled {
      pending[index] = PendingRegion(print: state.print, lines: StatusLines(after: state.stage))
    }
  }

  mutating func takeOpening() -> ByteBuffer {
    (opening.take() ?? .none).buffer
  }

  mutating func pieces(for event: PageLoad.Event) -> [ByteBuffer] {
    switch event {
    case .presented(let index, let state) where state.isSettled:
      pending[index] = nil
      return [state.print.element(printer).buffer]
    case .presented(let index, let state):
      return [pending[index]?.tell(state, printer)].compactMap { $0?.buffer }
    case .hurried:
      return []
    case .quiet:
      return pending.keys.sorted().compactMap { index in pending[index]?.tellSilence(printer)?.buffer }
    }
  }
}

/// A region in whose place a placeholder stands.
private struct PendingRegion: Sendable {
  var print: any RegionPrint
  var lines: StatusLines

  mutating func tell(_ state: RegionState, _ printer: RegionRenderer) -> Markup? {
    print = state.print
    guard let line = lines.tell(state.stage) else { return nil }
    return print.statusLine(printer, line.number, line.words)
  }

  mutating func tellSilence(_ printer: RegionRenderer) -> Markup? {
    guard let line = lines.tellSilence() else { return nil }
    return print.statusLine(printer, line.number, line.words)
  }
}
