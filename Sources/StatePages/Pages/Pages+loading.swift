import HTTPTypes
import Hummingbird
import Logging
import Scheduling
import ServiceLifecycle
import StateViews

/// The response with a page that is not kept: ``load(_:for:keeping:isRehearsed:)`` waits for its regions, then
/// `whole` sends all of them, or `stream` those that have settled and the others later.
extension Pages {
  /// Loads the regions of a page, and answers with the page.
  func load(
    _ assembly: PageAssembly, for request: PageRequest, keeping name: RenderCache.Name?, isRehearsed: Bool
  ) async -> Response {
    var snapshot = PageSnapshot(assembly.page.regions)
    if !snapshot.isSettled {
      let load = PageLoad(
        snapshot.pending(of: assembly.page.regions), stopping: patience.grace, patience: patience.silence, clock: clock,
        report: report(on: assembly.page, request.logger)
      ) { [patience] own in
        var timing = own ?? Timing(delay: patience.grace, minimum: patience.minimum)
        let deadline = timing.deadline ?? patience.deadline
        timing.deadline = isRehearsed ? Rehearsal.limit + deadline : deadline
        if !request.mayStream { timing.minimum = .zero }
        return timing
      }
      await wait(for: load, &snapshot, request)
      if !snapshot.isSettled { return stream(assembly, load, snapshot, for: request) }
    }
    let states = snapshot.states
    // Readers take turns in rendering long pages.
    let isLong = states.reduce(0) { $0 + $1.rows } >= 150
    if isLong { guard await longPages.begin(request.reader) else { return .abandoned } }
    defer { if isLong { longPages.end(request.reader) } }
    return whole(assembly, states, for: request, keeping: name, isRehearsed: isRehearsed)
  }

  /// Reports the final states of a page's regions, and logs their failures and mistakes, each once.
  private func report(on page: Page, _ logger: Logger) -> PageLoad.Report {
    let regions = page.regions.map { (name: $0.name, screen: $0.origin.screen) }
    let elapsed = clock.stopwatch()
    return { [onSettled, isStrict] index, state in
      if isStrict, let mistake = state.rendering.mistake { mistake.log(to: logger) }
      guard state.isSettled else { return }
      let region = regions[index]
      if let failure = state.failure { failure.log(in: region.name, to: logger) }
      onSettled?(LoadedRegion(name: region.name, screen: region.screen, state: state.name, time: elapsed()))
    }
  }

  /// Waits until every region has settled. For a client that accepts a streamed page, only until its first placeholder.
  private func wait(for load: PageLoad, _ snapshot: inout PageSnapshot, _ request: PageRequest) async {
    let stops = request.mayStream || request.request.isPrefetch
    await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await snapshot.gather(load.events, stoppingAtPlaceholders: stops)
      } onGracefulShutdown: {
        load.stop()
      }
    } onCancel: {
      load.cancel()
    }
  }

  /// Answers with a page that is sent as its regions settle; a client that needs the whole page gets none.
  private func stream(
    _ assembly: PageAssembly, _ load: PageLoad, _ snapshot: PageSnapshot, for request: PageRequest
  ) -> Response {
    guard request.mayStream, !Task.isCancelled else {
      load.cancel()
      return .abandoned
    }
    let page = StreamedPage(stage: assembly, load: load, gathered: snapshot, isStrict: isStrict)
    return .streamed(page, status: assembly.page.status ?? .ok, coding: request.coding)
  }

  /// Answers with a page whose regions have all settled.
  private func whole(
    _ assembly: PageAssembly, _ states: [RegionState], for request: PageRequest,
    keeping name: RenderCache.Name?, isRehearsed: Bool
  ) -> Response {
    // Logged when it was presented.
    if isStrict, let mistake = states.lazy.compactMap(\.rendering.mistake).first {
      return mistake.response(request.id, isTold: true)
    }
    let failure = zip(assembly.page.regions, states).lazy
      .filter { region, _ in region.weight == .main }
      .compactMap { _, state in state.name == "content" ? nil : state.failure }
      .first
    let markup = assembly.whole(states.map { $0.rendering.element(assembly.renderer) })
    if isStrict, let id = markup.repeatedID {
      return report(
        ProgrammingError("Two elements of this page have the id “\(id)”. Each needs one of its own."), for: request)
    }
    let plain = markup.buffer
    // A tag of an incomplete page would let a later 304 confirm it.
    if request.isRead, !isRehearsed, assembly.page.isStored, assembly.page.status == nil,
      states.allSatisfy(\.isComplete)
    {
      let page = PageBytes(plain: plain, requested: request.coding)
      if let name { renderCache.keep(page, as: name) }
      return .page(page, for: request)
    }
    let status = assembly.page.status ?? failure?.kind.status ?? .ok
    var response = Response.whole(plain, status: status, in: request.coding)
    if let seconds = failure?.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }
}

/// The newest state of each region of a page, collected from the events of its load.
struct PageSnapshot: Sendable {
  /// The newest state of each region, in the order of the page.
  private(set) var states: [RegionState]

  init(_ regions: [any PageRegion]) { states = regions.map(\.pending) }

  func pending(of regions: [any PageRegion]) -> [(index: Int, region: any PageRegion)] {
    regions.enumerated().filter { !states[$0.offset].isSettled }.map { ($0.offset, $0.element) }
  }

  var isSettled: Bool { states.allSatisfy(\.isSettled) }

  mutating func take(_ state: RegionState, at index: Int) { states[index] = state }

  /// Collects states until every region has settled. With `stopping`, also ends when a region presents a loading state,
  /// which is at the end of the grace.
  mutating func gather(_ events: AsyncStream<PageLoad.Event>, stoppingAtPlaceholders stopping: Bool) async {
    if isSettled { return }
    for await event in events {
      switch event {
      case .presented(let index, let state):
        take(state, at: index)
        if isSettled || (stopping && !state.isSettled) { return }
      case .quiet: break
      }
    }
  }
}
