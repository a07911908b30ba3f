import HTTPTypes
import Hummingbird
import StateViews

/// Pages with blocked reads: the one exception to the rule that a page's status is decided before its first byte.
extension Pages {
  /// Declares that the response to the current request is a page, and not a file or a redirect to one: from now on its
  /// shell may be sent instead. Call it before the first read.
  public func expectsPage() {
    PageDecision.current?.limit()
  }

  /// Waits for the response that a task is making, up to the limit. After that, the response is the shell, or a failure for a client
  /// that gets no shell.
  func race(
    _ making: Task<Void, Never>, _ decision: PageDecision, for request: PageRequest
  ) async throws -> Response {
    let limit = alarm(for: request, decision)
    let event = await withTaskCancellationHandler {
      await decision.next()
    } onCancel: {
      making.cancel()
    }
    limit.cancel()
    switch event {
    case .answered(let result): return try result.get()
    case .limitReached, .quiet, .stopping: break
    }
    if request.mayStream, let shell = shellResponse(to: request, decision, making) { return shell }
    making.cancel()
    // A browser that prefetches requests the page again on navigation.
    if request.request.isPrefetch { return .abandoned }
    return await problem(Failure(.unavailable, retry: .after(.seconds(5))), for: request)
  }

  /// Browsers that navigate get the shell early; clients that wait for the whole page wait for the deadline of regions.
  private func alarm(for request: PageRequest, _ decision: PageDecision) -> ScheduledTimer {
    let isEarly = shell != nil && request.mayStream || request.request.isPrefetch
    return clock.alarm(after: isEarly ? patience.decision : patience.deadline) { decision.reachLimit() }
  }

  private func shellResponse(
    to request: PageRequest, _ decision: PageDecision, _ making: Task<Void, Never>
  ) -> Response? {
    guard let shell, case .success(let catalogue) = templates.current() else { return nil }
    let page = shell(request.address)
    let printer = RegionRenderer(catalogue: catalogue, look: page.look, request: request.id, address: request.address)
    let sent = ShellPage(
      pages: self, request: request, stage: PageAssembly(page: page, printer: printer), decision: decision,
      making: making)
    var headers = HTTPFields.page
    // The shell has no content of the page, and must not be shown again.
    headers[.cacheControl] = "private, no-store"
    return .streamed(headers, in: request.coding) { writer in try await sent.write(to: &writer) }
  }

  /// A page for the inside of a shell that was sent before.
  func inside(_ page: Page, for request: PageRequest) async -> StreamedPage? {
    guard case .success(let catalogue) = templates.current() else { return nil }
    let timing = Timing(delay: patience.grace, deadline: patience.deadline)
    var gathering = PageSnapshot(page.regions, known: page.regions.map { _ in nil })
    let load = PageLoad(gathering.pending(of: page.regions), timing: timing, patience: patience.silence, clock: clock)
    await withTaskCancellationHandler {
      await gathering.gather(load.events, stoppingAtPlaceholders: true)
    } onCancel: {
      load.cancel()
    }
    let printer = RegionRenderer(catalogue: catalogue, look: page.look, request: request.id, address: request.address)
    return StreamedPage(
      stage: PageAssembly(page: page, printer: printer, isInside: true), load: load, gathered: gathering)
  }

  /// The page of a failure for the inside of a shell.
  func inside(_ failure: Failure, for request: PageRequest) async -> StreamedPage? {
    var failure = failure
    failure.request = failure.request ?? request.id
    return await inside(problemPage(failure), for: request)
  }
}
