import HTTPTypes
import Hummingbird
import ServiceLifecycle
import StateViews

/// The shell of a page: its frame with a placeholder, then the page itself when it is decided.
struct ShellPage: Sendable {
  let pages: Pages
  let request: PageRequest
  let stage: PageAssembly
  let decision: PageDecision
  let making: Task<Void, Never>

  /// Writes the shell and the page. Call it once. The page always ends properly.
  /// - Throws: when the client has disconnected; then the page is cancelled.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    defer { making.cancel() }
    try await writer.write(
      stage.opening(PageSnapshot(stage.page.regions, known: stage.page.regions.map { _ in nil })).buffer)
    let deadline = pages.clock.alarm(after: pages.patience.deadline) { [decision] in decision.tell(.limitReached) }
    defer { deadline.cancel() }
    let silence = pages.clock.alarm(after: pages.patience.silence) { [decision] in decision.tell(.quiet) }
    defer { silence.cancel() }
    while let event = try await nextEvent() {
      switch event {
      case .quiet:
        for line in stillWorking() { try await writer.write(line.buffer) }
      case .limitReached:
        return try await end(with: Failure(.timedOut), &writer)
      case .stopping:
        return try await end(with: .stopping, &writer)
      case .answered(let result):
        try await write(await inside(result), to: &writer)
        return try await writer.write(stage.closing().buffer)
      }
    }
  }

  private func end(with failure: Failure, _ writer: inout any ResponseBodyWriter) async throws {
    making.cancel()
    try await write(await pages.inside(failure, for: request), to: &writer)
    try await writer.write(stage.closing().buffer)
  }

  private func nextEvent() async throws -> PageDecision.Event? {
    let event = await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await decision.next()
      } onGracefulShutdown: { [decision] in
        decision.tell(.stopping)
      }
    } onCancel: {
      decision.tell(.quiet)
    }
    try Task.checkCancellation()
    return event
  }

  private func write(_ page: StreamedPage?, to writer: inout any ResponseBodyWriter) async throws {
    if let page { try await page.write(to: &writer) }
  }

  /// The page inside the shell. A response that is not a page becomes a redirect or a failure.
  private func inside(_ result: Result<Response, any Error>) async -> StreamedPage? {
    if let page = decision.takeInside() { return page }
    switch result {
    case .success(let response):
      if response.status.kind == .redirection, let address = response.headers[.location] {
        return await pages.inside(Page.redirect(to: address, like: stage.page), for: request)
      }
      return await pages.inside(Failure(.unavailable, retry: .now), for: request)
    case .failure(let error):
      return await pages.inside(RequestProblem(thrown: error).failure, for: request)
    }
  }

  private func stillWorking() -> [Markup] {
    stage.page.regions.compactMap { $0.pending.print.statusLine(stage.printer, 1, .stillWorking) }
  }
}

extension Page {
  /// A page that redirects: after the first byte, no status can.
  fileprivate static func redirect(to address: String, like shell: Page) -> Page {
    Page(InsideFrame(), stylesheet: shell.stylesheet, for: shell.look, cacheKey: nil) {
      PagePart.piece("redirect", RedirectPiece(address: address))
    }
  }
}

/// The default layout of a page inside a shell.
struct InsideFrame: Layout {
  static let template = "pages/inside"
  static let fields: [String: Field<InsideFrame>] = ["stage": stage]
}

/// A redirect for a client that has received part of a page.
struct RedirectPiece: Piece {
  static let template = "pages/redirect"
  static let fields: [String: Field<RedirectPiece>] = ["address": .address(\.address)]
  let address: String
}
