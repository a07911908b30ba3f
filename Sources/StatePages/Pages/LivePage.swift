import Hummingbird
import ServiceLifecycle
import StateViews
import Synchronization

extension Page {
  /// The page, kept up to date without a script: its response does not end. After each change it is made again; if it differs, its new
  /// parts take the place of the old ones. A client that takes no page piece by piece gets it once.
  ///
  /// ```swift
  /// Page(layout, for: look) { Departures(of: station) }.live(station.changes) { UpToDate(clock.now) }
  /// ```
  ///
  /// The note is the page's last part, and is sent again from time to time, so that both ends notice a lost connection: what a style
  /// hides in it until no other has followed for a while is shown then. A failure that a retry may mend leaves the page as it is, without
  /// a new note; any other ends it with the page of that failure.
  /// - Parameters:
  ///   - changes: one element for each change of what the page shows.
  ///   - interval: the time between two notes. The page is made again then, too.
  ///   - duration: the time after which the response ends, and the browser requests the page again.
  ///   - held: kept until the response has ended.
  ///   - note: the last part.
  public func live<P: Piece>(
    _ changes: AsyncStream<Void>, every interval: Duration = .seconds(20), for duration: Duration = .seconds(3_600),
    holding held: (any Sendable)? = nil, note: @escaping @Sendable () -> P
  ) -> Page {
    var page = self
    page.live = Live(changes: changes, interval: interval, duration: duration, held: held)
    page.parts.append(.piece("note") { _ in note() })
    return page
  }

  struct Live: Sendable {
    let changes: AsyncStream<Void>
    let interval, duration: Duration
    let held: (any Sendable)?
  }
}

extension Pages {
  /// Loads a page until all its regions have settled; nil for a rehearsal, and for a programming error, which a page that is sent once reports.
  func content(of page: Page, for request: PageRequest) async -> LiveContent? {
    let isRehearsal = rehearses && request.request.uri.queryParameters.has("rehearse")
    guard !isRehearsal, case .success(let catalogue) = templates.current(),
      page.mistake(by: catalogue.spoken(in: page.look.language)) == nil
    else { return nil }
    let assembly = PageAssembly(page: page, renderer: page.renderer(catalogue, request))
    guard let snapshot = await settled(assembly, for: request) else { return nil }
    return LiveContent(assembly: assembly, snapshot: snapshot)
  }

  /// Answers with a page that is kept up to date.
  func live(_ first: LiveContent, for request: PageRequest, again: @escaping Making) -> Response {
    guard let live = first.assembly.page.live else { return .abandoned }
    let page = LivePage(live: live, first: first, clock: clock, again: again) { failure in
      await content(of: problemPage(failure, request), for: request)
    }
    // Not compressed: the memory of a compressor is six times that of an open page.
    return .streamed(.page, in: .identity) { writer in try await page.write(to: &writer) }
  }
}

/// A page all of whose regions have settled.
package struct LiveContent: Sendable {
  let assembly: PageAssembly
  let snapshot: PageSnapshot
}

/// A page that is kept up to date: the frame with an open end, and then the stage, once more after each change.
///
/// Each stage is an element of the same slot, and the starter style hides all but the last. The notes follow within it, so that the
/// element is closed when the next stage comes.
struct LivePage: Sendable {
  let live: Page.Live
  let first: LiveContent
  let clock: any Clock<Duration>
  /// Makes and loads the page again.
  let again: Pages.Making
  /// Loads the page of a failure.
  let problem: @Sendable (Failure) async -> LiveContent?

  func write(to writer: inout any ResponseBodyWriter) async throws {
    let signals = LiveSignals(live, on: clock)
    defer { signals.cancel() }
    var shown = try await open(&writer)
    let behind = first.assembly.page.frame(by: first.assembly.renderer.catalogue).halves().behind
    waiting: while let signal = await next(of: signals) {
      switch signal {
      case .ended(let wait):
        try await writer.write(first.assembly.renewal(after: wait).buffer)
        break waiting
      case .changed, .interval:
        switch await again() {
        case .success(.response):
          // No longer kept up to date.
          try await writer.write(first.assembly.renewal(after: .zero).buffer)
          break waiting
        case .success(.live(let content)):
          let stage = content.assembly.stage(content.snapshot)
          if stage.hashValue != shown {
            try await writer.write(Markup.joined([content.assembly.endOfStage, stage, content.assembly.note]).buffer)
            shown = stage.hashValue
          } else if signal == .interval {
            try await writer.write(content.assembly.note.buffer)
          }
        case .failure(let failure) where failure.retry == .never:
          guard let content = await problem(failure) else { break waiting }
          try await writer.write(
            Markup.joined([content.assembly.endOfStage, content.assembly.stage(content.snapshot)]).buffer)
          break waiting
        case .failure: continue
        }
      }
    }
    try Task.checkCancellation()
    try await writer.write(Markup.joined([first.assembly.endOfStage, behind]).buffer)
  }

  /// Writes the frame with the first stage.
  /// - Returns: the hash of that stage.
  private func open(_ writer: inout any ResponseBodyWriter) async throws -> Int {
    let (assembly, stage) = (first.assembly, first.assembly.stage(first.snapshot))
    try await writer.write(Markup.joined([assembly.openingOfLivePage, stage, assembly.note]).buffer)
    return stage.hashValue
  }

  /// The next signal. A server that is stopping ends the page, and the browser looks for it again a little later.
  private func next(of signals: LiveSignals) async -> LiveSignals.Signal? {
    await withGracefulShutdownHandler {
      await signals.next()
    } onGracefulShutdown: {
      signals.send(.ended(renewing: .seconds(15)))
    }
  }
}

/// What a live page waits for, the newest of each kind.
private final class LiveSignals: Sendable {
  enum Signal: Hashable {
    case changed
    /// Time for a note.
    case interval
    /// The response ends, and the browser requests the page again after a pause.
    case ended(renewing: Duration)
  }

  private struct Model {
    var pending: [Signal] = []
    var end: ScheduledTimer?
    var reminder: ScheduledTimer?
    var listener: Task<Void, Never>?
    var isCancelled = false
  }

  private let model = Mutex(Model())
  private let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let interval: Duration
  private let clock: any Clock<Duration>

  init(_ live: Page.Live, on clock: any Clock<Duration>) {
    (interval, self.clock) = (live.interval, clock)
    let listener = Task { [weak self] in
      for await _ in live.changes { self?.send(.changed) }
    }
    let end = clock.alarm(after: live.duration) { [weak self] in self?.send(.ended(renewing: .zero)) }
    model.withLock { ($0.listener, $0.end) = (listener, end) }
    remind()
  }

  private func remind() {
    let timer = clock.alarm(after: interval) { [weak self] in
      self?.send(.interval)
      self?.remind()
    }
    let isOfUse = model.withLock { model in
      if !model.isCancelled { model.reminder = timer }
      return !model.isCancelled
    }
    if !isOfUse { timer.cancel() }
  }

  func send(_ signal: Signal) {
    model.withLock { if !$0.pending.contains(signal) { $0.pending.append(signal) } }
    continuation.yield()
  }

  /// The next signal; nil if the task is cancelled. An end overtakes the others.
  func next() async -> Signal? {
    while !Task.isCancelled {
      let signal = model.withLock { model -> Signal? in
        let end = model.pending.firstIndex { if case .ended = $0 { true } else { false } }
        return model.pending.isEmpty ? nil : model.pending.remove(at: end ?? 0)
      }
      if let signal { return signal }
      var iterator = arrivals.makeAsyncIterator()
      guard await iterator.next() != nil else { return nil }
    }
    return nil
  }

  func cancel() {
    let (listener, end, reminder) = model.withLock { model in
      model.isCancelled = true
      return (model.listener, model.end, model.reminder)
    }
    listener?.cancel()
    end?.cancel()
    reminder?.cancel()
    continuation.finish()
  }
}

extension PageAssembly {
  /// The frame up to the stage, whose shadow root has one slot, and the beginning of the element in it.
  fileprivate var openingOfLivePage: Markup {
    let slot = renderer.catalogue.render(Slot(name: LiveStage.slot, fallback: .none))
    let root = renderer.catalogue.render(ShadowRoot(stylesheet: page.stylesheet, slots: slot))
    return .joined([page.frame(by: renderer.catalogue).halves().before, root])
  }

  /// The parts but for the note, in an element that is still open.
  fileprivate func stage(_ snapshot: PageSnapshot) -> Markup {
    let parts = page.live == nil ? snapshot.parts : snapshot.parts.dropLast()
    return renderer.catalogue.render(LiveStage(inside: markup(of: parts, by: renderer))).halves().before
  }

  fileprivate var endOfStage: Markup { renderer.catalogue.render(LiveStage(inside: .none)).halves().behind }

  /// The last part.
  fileprivate var note: Markup {
    guard case .piece(let name, _, let render) = page.parts.last?.kind else { return .none }
    return renderer.element(ofPiece: name, render)
  }

  fileprivate func renewal(after wait: Duration) -> Markup {
    renderer.catalogue.render(Renewal(seconds: Int(wait / .seconds(1))))
  }
}
