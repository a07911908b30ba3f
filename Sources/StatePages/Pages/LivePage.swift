import Hummingbird
import ServiceLifecycle
import StateViews
import Synchronization

extension Page {
  /// The page, kept up to date without a script: its response does not end. After each change it is made again; if it differs, its new
  /// parts take the place of the old ones. A client that takes no page piece by piece gets it once.
  ///
  /// ```swift
  /// Page(layout, for: look) { Departures(of: station) }.live(station.changes) { isOpen in UpToDate(clock.now, isOpen) }
  /// ```
  ///
  /// The note is the page's last part, and is sent again from time to time, so that both ends notice a lost connection: what a style
  /// hides in it until no other has followed for a while is shown then. A failure that a retry may mend leaves the page as it is, without
  /// a new note; any other ends it with the page of that failure. A page that is made again without ``live(_:every:for:holding:keeping:note:)``
  /// ends it as well, and the browser requests it anew.
  /// - Parameters:
  ///   - changes: one element for each change of what the page shows.
  ///   - interval: the time between two notes. The page is made again then, too.
  ///   - duration: the time after which the response ends, and the browser requests the page again. With a piece that lasts, it does not: that
  ///     would lose what was typed. The last note says that the page is kept up to date no longer.
  ///   - held: kept until the response has ended.
  ///   - lasting: the name of a piece that is sent once and stays where it is, such as a form with a field that the reader types into.
  ///   - note: the last part, by whether the page is kept up to date: a client that gets it once has it as well.
  public func live<P: Piece>(
    _ changes: AsyncStream<Void>, every interval: Duration = .seconds(20), for duration: Duration = .seconds(3_600),
    holding held: (any Sendable)? = nil, keeping lasting: String? = nil, note: @escaping @Sendable (Bool) -> P
  ) -> Page {
    var page = self
    let once = PagePart.piece("note") { _ in note(false) }
    page.live = Live(
      changes: changes, interval: interval, duration: duration, held: held, lasting: lasting,
      note: .piece("note") { _ in note(true) }, lastNote: once)
    page.parts.append(once)
    return page
  }

  struct Live: Sendable {
    let changes: AsyncStream<Void>
    let interval, duration: Duration
    let held: (any Sendable)?
    /// The name of the piece that is sent once.
    let lasting: String?
    /// The last part while it is kept up to date.
    let note: PagePart
    /// The last part when it is kept up to date no longer.
    let lastNote: PagePart
  }
}

extension Pages {
  /// Loads a page until all its regions have settled; nil for a rehearsal, and for a programming error, which a page that is sent once reports.
  func content(of page: Page, for request: PageRequest) async -> LiveContent? {
    let isRehearsal = rehearses && request.request.uri.queryParameters.has("rehearse")
    guard !isRehearsal, case .success(let catalogue) = templates.current(),
      page.mistake(by: catalogue.spoken(in: page.look.language)) == nil
    else { return nil }
    var page = page
    if let live = page.live { page.parts[page.parts.count - 1] = live.note }
    let assembly = PageAssembly(page: page, renderer: page.renderer(catalogue, request))
    guard let snapshot = await settled(assembly, for: request) else { return nil }
    return LiveContent(assembly: assembly, snapshot: snapshot)
  }

  /// Answers with a page that is kept up to date.
  func live(_ first: LiveContent, for request: PageRequest, again: @escaping Making) -> Response {
    guard let live = first.assembly.page.live else { return .abandoned }
    let page = LivePage(live: live, first: FirstContent(first), clock: clock, again: again) { failure in
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

/// What an open page begins with. It is released when it is written: hundreds of pages may be open for an hour.
final class FirstContent: Sendable {
  private let content: Mutex<LiveContent?>

  init(_ content: LiveContent) { self.content = Mutex(content) }

  /// The content, the first time.
  func take() -> LiveContent? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }
}

/// A page that is kept up to date: the frame with an open end, and then the stage, once more after each change.
///
/// Each stage is an element of the same slot, and the starter style hides all but the last. The notes follow within it, so that the
/// element is closed when the next stage comes. What stands before a lasting piece is an element of another slot, before that piece's.
struct LivePage: Sendable {
  let live: Page.Live
  let first: FirstContent
  let clock: any Clock<Duration>
  /// Makes and loads the page again.
  let again: Pages.Making
  /// Loads the page of a failure.
  let problem: @Sendable (Failure) async -> LiveContent?

  func write(to writer: inout any ResponseBodyWriter) async throws {
    let signals = LiveSignals(live, on: clock)
    defer { signals.cancel() }
    guard let opened = try await open(&writer) else { return }
    var (shown, number) = (opened.stage, 0)
    waiting: while let signal = await next(of: signals) {
      switch signal {
      case .ended(let wait):
        try await writer.write(opened.rest.end(renewingAfter: wait).buffer)
        break waiting
      case .changed, .interval:
        switch await again() {
        case .success(.response):
          // No longer kept up to date.
          try await writer.write(opened.rest.renewal(after: .zero).buffer)
          break waiting
        case .success(.live(let content)) where content.assembly.page.live == nil:
          let stage = content.assembly.stage(content.snapshot, isLast: true)
          let renewal = opened.rest.renewal(after: .zero)
          try await writer.write(Markup.joined([opened.rest.endOfStage, stage, renewal]).buffer)
          break waiting
        case .success(.live(let content)):
          let stage = content.assembly.stage(content.snapshot)
          if stage.hashValue != shown {
            shown = stage.hashValue
            number += 1
            let parts = [content.assembly.endOfStage, stage.namingPopovers(number), content.assembly.note]
            try await writer.write(Markup.joined(parts).buffer)
          } else if signal == .interval {
            try await writer.write(content.assembly.note.buffer)
          }
        case .failure(let failure) where failure.retry == .never:
          guard let content = await problem(failure) else { break waiting }
          let stage = content.assembly.stage(content.snapshot, isLast: true)
          try await writer.write(Markup.joined([content.assembly.endOfStage, stage]).buffer)
          break waiting
        case .failure: continue
        }
      }
    }
    try Task.checkCancellation()
    try await writer.write(Markup.joined([opened.rest.endOfStage, opened.behind]).buffer)
  }

  /// Writes the frame with the first stage.
  /// - Returns: the hash of that stage, what is behind the last one, and the page without the parts that were written.
  private func open(
    _ writer: inout any ResponseBodyWriter
  ) async throws -> (stage: Int, behind: Markup, rest: PageAssembly)? {
    guard let content = first.take() else { return nil }
    let (assembly, stage) = (content.assembly, content.assembly.stage(content.snapshot))
    try await writer.write(Markup.joined([assembly.openingOfLivePage, stage, assembly.note]).buffer)
    var page = assembly.page
    (page.parts, page.companion) = ([], nil)
    let rest = PageAssembly(page: page, renderer: assembly.renderer)
    return (stage.hashValue, page.frame(by: assembly.renderer.catalogue).halves().behind, rest)
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

extension PageAssembly {
  /// The frame up to the stage, whose shadow root has a slot for each element, and the piece that lasts.
  fileprivate var openingOfLivePage: Markup {
    var (slots, lasting) = ([LiveStage.slot], Markup.none)
    if let name = page.live?.lasting, let part = page.parts.first(where: { $0.name == name }),
      case .piece(_, _, let render) = part.kind
    {
      slots = [LiveStage.leadingSlot, name, LiveStage.slot]
      lasting = renderer.element(ofPiece: name, render)
    }
    let root = renderer.catalogue.render(
      ShadowRoot(
        stylesheet: page.stylesheet,
        slots: .joined(slots.map { renderer.catalogue.render(Slot(name: $0, fallback: .none)) })))
    return .joined([page.frame(by: renderer.catalogue).halves().before, root, lasting])
  }

  /// The parts but for the note and the piece that lasts, in an element that is still open.
  /// - Parameter isLast: whether all before it is over, the piece that lasts included.
  fileprivate func stage(_ snapshot: PageSnapshot, isLast: Bool = false) -> Markup {
    let parts = page.live == nil ? snapshot.parts : Array(snapshot.parts.dropLast())
    let halves = parts.split(maxSplits: 1, omittingEmptySubsequences: false) { $0.name == page.live?.lasting }
    let leading =
      halves.count < 2 ? .none : renderer.catalogue.render(LiveStage.leading(markup(of: halves[0], by: renderer)))
    let rest = LiveStage(inside: markup(of: halves[halves.count - 1], by: renderer), isLast: isLast)
    return .joined([leading, renderer.catalogue.render(rest).halves().before])
  }

  fileprivate var endOfStage: Markup { renderer.catalogue.render(LiveStage(inside: .none)).halves().behind }

  /// The last part.
  fileprivate var note: Markup { page.parts.last.map(element) ?? .none }

  private func element(_ note: PagePart) -> Markup {
    guard case .piece(let name, _, let render) = note.kind else { return .none }
    return renderer.element(ofPiece: name, render)
  }

  /// What the page ends with that is still as it should be: a request for it, or words, where something may be typed.
  fileprivate func end(renewingAfter wait: Duration) -> Markup {
    if let live = page.live, live.lasting != nil { return element(live.lastNote) }
    return renewal(after: wait)
  }

  fileprivate func renewal(after wait: Duration) -> Markup {
    let address = renderer.catalogue.basePath.address(renderer.address)
    return renderer.catalogue.render(Renewal(seconds: Int(wait / .seconds(1)), address: address))
  }
}

extension Markup {
  /// The markup with names of its own for what its buttons open: a button opens the first element of a name in the document, which an
  /// earlier stage has. Quotation marks of text are escaped, so attributes alone are found.
  func namingPopovers(_ number: Int) -> Markup {
    let (target, id) = (" popovertarget=\"", " id=\"")
    func name(_ piece: Substring) -> Substring { piece.prefix { $0 != "\"" } }
    let names = Set(html.split(separator: target, omittingEmptySubsequences: false).dropFirst().map(name))
    guard !names.isEmpty else { return self }
    func numbered(_ attribute: String, _ html: String) -> String {
      let pieces = html.split(separator: attribute, omittingEmptySubsequences: false)
      return pieces.dropFirst().reduce(into: String(pieces[0])) { result, piece in
        let name = name(piece)
        result += attribute + name + (names.contains(name) ? "-\(number)" : "") + piece.dropFirst(name.count)
      }
    }
    return Markup(rendered: numbered(id, numbered(target, html)))
  }
}
