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
  private var opening: Markup?
  /// The regions with an open slot, with those within them, and what renders each.
  private var open: [(tree: RegionTree, renderer: RegionRenderer)] = []

  init(_ stage: PageAssembly, _ gathered: PageSnapshot, isStrict: Bool) {
    var gathered = gathered
    gathered.settleFailures(by: stage.renderer.catalogue)
    gathered.open(isStrict: isStrict)
    opening = stage.opening(gathered)
    closing = stage.closing()
    open = gathered.regions.filter(\.isOpen).map { ($0, stage.renderer) }
    open += gathered.companionRegions.filter(\.isOpen).map { ($0, stage.companionRenderer) }
  }

  mutating func takeOpening() -> ByteBuffer { (opening.take() ?? .none).buffer }

  mutating func pieces(for event: PageLoad.Event) -> [ByteBuffer] {
    switch event {
    case .presented(let index, let state) where state.isSettled:
      var pieces: [Markup] = []
      for place in open.indices {
        let renderer = open[place].renderer
        open[place].tree.apply(state, at: index)
        open[place].tree.settleFailures(by: renderer.catalogue)
        pieces += open[place].tree.filled(by: renderer)
      }
      open.removeAll { !$0.tree.isOpen }
      return pieces.map(\.buffer)
    case .presented(let index, let state):
      return open.indices.compactMap { place in
        open[place].tree.apply(state, at: index)
        return open[place].tree.line(for: state, at: index, by: open[place].renderer)?.buffer
      }
    case .quiet:
      return open.indices.flatMap { open[$0].tree.linesOfSilence(by: open[$0].renderer) }.map(\.buffer)
    }
  }
}
