import Hummingbird
import ServiceLifecycle
import Synchronization

/// A streamed page: first everything that has loaded, with placeholders, then each region as it settles, in any order.
///
/// Hummingbird retains it until the last byte is sent. So it holds only what is still to be written: while it waits for
/// a slow region, the memory of the others is released.
final class StreamedPage: Sendable {
  private let load: PageLoad
  private let script: Mutex<Script>

  /// Renders the opening, and stores only what the pending regions need.
  /// - Parameters:
  ///   - isStrict: whether a region with a mistake tells it.
  init(stage: PageAssembly, load: PageLoad, gathered: PageSnapshot, isStrict: Bool = false) {
    self.load = load
    script = Mutex(Script(stage, gathered, isStrict: isStrict))
  }

  /// Writes the page. Call it once. The page always ends properly: a failed region shows its failure in place.
  /// - Throws: when the client has disconnected; the loads are cancelled then.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    // Not a cancellation handler, which would capture the writer in a closure. The loop below ends on cancellation.
    defer { load.cancel() }
    try await writer.write(opening())
    var events = load.events.makeAsyncIterator()
    while let event = await next(of: &events) {
      for piece in pieces(for: event) { try await writer.write(piece) }
    }
    try Task.checkCancellation()
    try await writer.write(closing())
  }

  /// The next event. A server that is stopping fails every load, which ends the page.
  private func next(of events: inout AsyncStream<PageLoad.Event>.Iterator) async -> PageLoad.Event? {
    await withGracefulShutdownHandler {
      await events.next()
    } onGracefulShutdown: { [load] in
      load.stop()
    }
  }

  // Not inlined: the frame of `write(to:)` lives as long as the page is streamed, and would reserve the stack of
  // rendering, some 48 KB.

  @inline(never) private func opening() -> ByteBuffer { script.withLock { $0.takeOpening() } }

  @inline(never) private func pieces(for event: PageLoad.Event) -> [ByteBuffer] {
    script.withLock { $0.pieces(for: event) }
  }

  @inline(never) private func closing() -> ByteBuffer { script.withLock { $0.closing.buffer } }
}

/// The unwritten rest of a page.
private struct Script: Sendable {
  let closing: Markup
  private let renderer: RegionRenderer
  private var opening: Markup?
  /// The regions that have not settled, by index.
  private var pending: [Int: PendingRegion] = [:]

  init(_ stage: PageAssembly, _ gathered: PageSnapshot, isStrict: Bool) {
    renderer = stage.renderer
    opening = stage.opening(gathered)
    closing = stage.closing()
    let regions = stage.page.regions
    for (index, state) in gathered.states.enumerated() where !state.isSettled {
      pending[index] = PendingRegion(
        region: isStrict ? regions[index] : nil, rendering: state.rendering, lines: StatusLines(after: state.stage),
        mistake: state.rendering.mistake)
    }
  }

  mutating func takeOpening() -> ByteBuffer { (opening.take() ?? .none).buffer }

  mutating func pieces(for event: PageLoad.Event) -> [ByteBuffer] {
    switch event {
    case .presented(let index, let state) where state.isSettled:
      let settled = pending.removeValue(forKey: index)
      if let region = settled?.region, let mistake = settled?.mistake ?? state.rendering.mistake {
        return [renderer.element(of: region, telling: mistake).buffer]
      }
      return [state.rendering.element(renderer).buffer]
    case .presented(let index, let state): return [pending[index]?.tell(state, renderer)].compactMap { $0?.buffer }
    case .quiet: return pending.keys.sorted().compactMap { index in pending[index]?.tellSilence(renderer)?.buffer }
    }
  }
}

/// A region that is represented by its placeholder.
private struct PendingRegion: Sendable {
  /// Nil unless the page is strict.
  let region: (any PageRegion)?
  var rendering: RegionRendering
  var lines: StatusLines
  /// The first mistake in its states.
  var mistake: ProgrammingError?

  mutating func tell(_ state: RegionState, _ renderer: RegionRenderer) -> Markup? {
    rendering = state.rendering
    mistake = mistake ?? rendering.mistake
    guard let line = lines.tell(state.stage) else { return nil }
    return rendering.statusLine(renderer, line.number, line.words)
  }

  mutating func tellSilence(_ renderer: RegionRenderer) -> Markup? {
    guard let line = lines.tellSilence() else { return nil }
    return rendering.statusLine(renderer, line.number, line.words)
  }
}
