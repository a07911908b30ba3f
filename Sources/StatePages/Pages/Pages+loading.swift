import HTTPTypes
import Hummingbird
import Logging
import Scheduling
import ServiceLifecycle
import StateViews

/// The response with a page that is in no cache: ``load(_:for:_:isRehearsed:)`` waits for its regions, then
/// `whole` sends all of them, or `stream` those that have settled and the others later.
extension Pages {
  /// Loads the regions of a page that the render cache does not have, and answers with the page.
  func load(
    _ assembly: PageAssembly, for request: PageRequest, _ tag: EntityTag?, isRehearsed: Bool
  ) async -> Response {
    let cache = regionCache(of: assembly, for: request)
    var snapshot = PageSnapshot(assembly.page.regions, known: cache.markup)
    if !snapshot.isSettled {
      let timing = Timing(
        delay: patience.grace, deadline: isRehearsed ? Rehearsal.limit + patience.deadline : patience.deadline)
      let load = PageLoad(
        snapshot.pending(of: assembly.page.regions), timing: timing, patience: patience.silence, clock: clock,
        report: report(on: assembly.page, request.logger))
      await wait(for: load, &snapshot, request)
      if !snapshot.isSettled { return stream(assembly, load, snapshot, cache, for: request) }
    }
    let states = snapshot.states
    guard isLong(states, cache) else { return whole(assembly, states, cache, tag, for: request) }
    guard await longPages.begin(request.reader) else { return .abandoned }
    defer { longPages.end(request.reader) }
    return whole(assembly, states, cache, tag, for: request)
  }

  /// Whether a page takes so long to render that readers take turns: by the rows to render, or by the bytes of rendered markup to join
  /// and to compress.
  private func isLong(_ states: [RegionState], _ cache: RegionCache) -> Bool {
    states.reduce(0) { $0 + $1.rows } >= 150
      || cache.markup.reduce(0) { $0 + ($1?.html.utf8.count ?? 0) } >= 128 * 1024
  }

  /// Reports the final states of a page's regions, and logs their failures and mistakes, each once.
  private func report(on page: Page, _ logger: Logger) -> PageLoad.Report {
    let regions = page.regions.map { (name: $0.name, screen: $0.origin.screen) }
    let elapsed = clock.stopwatch()
    @Sendable func loaded(_ index: Int, _ state: String) -> LoadedRegion {
      LoadedRegion(name: regions[index].name, screen: regions[index].screen, state: state, time: elapsed())
    }
    return PageLoad.Report { [onSettled, isStrict] index, state in
      if isStrict, let mistake = state.print.mistake { mistake.log(to: logger) }
      guard state.isSettled else { return }
      if let failure = state.failure { failure.log(in: regions[index].name, to: logger) }
      onSettled?(loaded(index, state.name))
    } left: { [onLeft] index in
      onLeft?(loaded(index, "loading"))
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
    _ assembly: PageAssembly, _ load: PageLoad, _ snapshot: PageSnapshot, _ cache: RegionCache, for request: PageRequest
  ) -> Response {
    guard request.mayStream, !Task.isCancelled else {
      load.cancel()
      return .abandoned
    }
    let (keys, setting) = (cache.keys, cache.setting)
    let page = StreamedPage(stage: assembly, load: load, gathered: snapshot, isStrict: isStrict) {
      [renderCache] index, markup in
      if let key = keys[index] { renderCache.keep(markup, as: key, in: setting) }
    }
    return .streamed(page, status: assembly.page.status ?? .ok, coding: request.coding)
  }

  /// Answers with a page whose regions have all settled.
  private func whole(
    _ assembly: PageAssembly, _ states: [RegionState], _ cache: RegionCache, _ tag: EntityTag?, for request: PageRequest
  ) -> Response {
    // Logged when it was presented.
    if isStrict, let mistake = states.lazy.compactMap(\.print.mistake).first {
      return mistake.response(request.id, isTold: true)
    }
    let elements = states.map { $0.print.element(assembly.printer) }
    for (index, key) in cache.keys.enumerated() where cache.markup[index] == nil && states[index].isComplete {
      if let key { renderCache.keep(elements[index], as: key, in: cache.setting) }
    }
    let failure = zip(assembly.page.regions, states).lazy
      .filter { region, _ in region.weight == .main }
      .compactMap { _, state in state.name == "content" ? nil : state.failure }
      .first
    let markup = assembly.whole(elements)
    if isStrict, let id = markup.repeatedID {
      return report(
        ProgrammingError("Two elements of this page have the id “\(id)”. Each needs one of its own."), for: request)
    }
    let plain = markup.buffer
    // Only complete results are stored under a tag: else a later 304 would confirm an incomplete page.
    if let tag, states.allSatisfy(\.isComplete) {
      let page = PageBytes(tag: tag, plain: plain, requested: request.coding)
      renderCache.keep(page)
      return .whole(page)
    }
    let status = assembly.page.status ?? failure?.kind.status ?? .ok
    var response = Response.whole(plain, status: status, in: request.coding)
    if let seconds = failure?.retryAfter { response.headers[.retryAfter] = String(seconds) }
    return response
  }

  /// The cached regions of a page. The response to a form may contain form input in any region, so its regions are not cached.
  private func regionCache(of assembly: PageAssembly, for request: PageRequest) -> RegionCache {
    let page = assembly.page
    let setting = setting(of: page, assembly.printer.catalogue)
    let keys = page.regions.map { request.isRead && page.status == nil ? $0.cacheKey : nil }
    return RegionCache(
      setting: setting, keys: keys, markup: keys.map { key in key.flatMap { renderCache.region($0, in: setting) } })
  }
}

/// The regions of a page in the render cache, in the order of the page.
private struct RegionCache: Sendable {
  /// The scope of the cache keys.
  let setting: String
  /// The cache key of each region; nil if it can't be cached.
  let keys: [CacheKey?]
  /// The markup of each region that was rendered before.
  let markup: [Markup?]
}

/// The newest state of each region of a page, collected from the events of its load.
struct PageSnapshot: Sendable {
  /// The newest state of each region, in the order of the page.
  private(set) var states: [RegionState]

  /// - Parameter known: the cached markup of each region that needs no load.
  init(_ regions: [any PageRegion], known: [Markup?]) {
    states = zip(regions, known).map { region, markup in markup.map(RegionState.init(rendered:)) ?? region.pending }
  }

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
