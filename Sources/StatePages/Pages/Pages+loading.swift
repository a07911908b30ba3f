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
    var snapshot = PageSnapshot(assembly.page)
    if !snapshot.isSettled {
      let load = begin(snapshot, of: assembly, for: request, streams: request.mayStream, isRehearsed: isRehearsed)
      await wait(for: load, &snapshot, stops: request.mayStream || request.request.isPrefetch)
      if !snapshot.isSettled { return stream(assembly, load, snapshot, for: request) }
    }
    // Readers take turns in rendering long pages.
    let isLong = snapshot.all.reduce(0) { $0 + $1.rows } >= 150
    if isLong { guard await longPages.begin(request.reader) else { return .abandoned } }
    defer { if isLong { longPages.end(request.reader) } }
    return whole(assembly, snapshot, for: request, keeping: name, isRehearsed: isRehearsed)
  }

  /// Waits for all regions of a page; nil for a client that has disconnected.
  func settled(_ assembly: PageAssembly, for request: PageRequest) async -> PageSnapshot? {
    var snapshot = PageSnapshot(assembly.page)
    if snapshot.isSettled { return snapshot }
    let load = begin(snapshot, of: assembly, for: request, streams: false, isRehearsed: false)
    await wait(for: load, &snapshot, stops: false)
    guard snapshot.isSettled else { return nil }
    snapshot.settleFailures(by: assembly.renderer.catalogue)
    return snapshot
  }

  private func begin(
    _ snapshot: PageSnapshot, of assembly: PageAssembly, for request: PageRequest, streams: Bool, isRehearsed: Bool
  ) -> PageLoad {
    PageLoad(
      snapshot.pending, stopping: patience.grace, patience: patience.silence, clock: clock,
      report: report(on: assembly.page, request.logger)
    ) { [patience] own in
      var timing = own ?? Timing(delay: patience.grace, minimum: patience.minimum)
      let deadline = timing.deadline ?? patience.deadline
      timing.deadline = isRehearsed ? Rehearsal.limit + deadline : deadline
      if !streams { timing.minimum = .zero }
      return timing
    }
  }

  /// Reports the final states of a page's regions, and logs their failures and mistakes, each once.
  private func report(on page: Page, _ logger: Logger) -> PageLoad.Report {
    let regions = page.namedRegions.map { (name: $0.name, screen: $0.region.origin.screen) }
    let elapsed = clock.stopwatch()
    return { [onSettled, isStrict] index, state in
      if isStrict, let mistake = state.rendering.mistake { mistake.log(to: logger) }
      guard state.isSettled else { return }
      let region = regions[index]
      if let failure = state.failure { failure.log(in: region.name, to: logger) }
      onSettled?(LoadedRegion(name: region.name, screen: region.screen, state: state.name, time: elapsed()))
    }
  }

  /// Waits until every region has settled. If it `stops`, only until the first placeholder.
  private func wait(for load: PageLoad, _ snapshot: inout PageSnapshot, stops: Bool) async {
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
    _ assembly: PageAssembly, _ snapshot: PageSnapshot, for request: PageRequest,
    keeping name: RenderCache.Name?, isRehearsed: Bool
  ) -> Response {
    // Logged when it was presented.
    if isStrict, let mistake = snapshot.all.lazy.compactMap(\.firstMistake).first {
      return mistake.response(request.id, isTold: true)
    }
    var snapshot = snapshot
    snapshot.settleFailures(by: assembly.renderer.catalogue)
    let failure = snapshot.regions.lazy.compactMap(\.failure).first
    let markup = assembly.whole(snapshot)
    if isStrict, let mistake = mistake(in: markup, of: snapshot, assembly) { return report(mistake, for: request) }
    let plain = markup.buffer
    // A tag of an incomplete page would let a later 304 confirm it.
    if request.isRead, !isRehearsed, assembly.page.isStored, assembly.page.status == nil,
      snapshot.all.allSatisfy(\.isComplete)
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

  /// What is wrong with the markup of a page.
  private func mistake(
    in markup: Markup, of snapshot: PageSnapshot, _ assembly: PageAssembly
  ) -> ProgrammingError? {
    if let id = markup.repeatedID {
      return ProgrammingError("Two elements of this page have the id “\(id)”. Each needs one of its own.")
    }
    let missing =
      snapshot.regions.lazy.compactMap { $0.missing(in: markup, by: assembly.renderer) }.first
      ?? snapshot.companionRegions.lazy.compactMap { $0.missing(in: markup, by: assembly.companionRenderer) }.first
    return missing.map { region in
      ProgrammingError(
        """
        \(region.origin.place.behind("The region “\(region.name)”")) is within another, and no tag prints it. Declare \
        .part { _ in "\(region.name)" } in the view of that one's content, and print it in the content's template.
        """)
    }
  }
}

/// The newest state of each region of a page, collected from the events of its load.
struct PageSnapshot: Sendable {
  /// The parts of the page, in its order.
  private(set) var parts: [LoadedPart]
  /// The parts of the page beside it.
  private(set) var companion: [LoadedPart]

  init(_ page: Page) {
    var count = 0
    parts = page.parts.map { LoadedPart($0, after: &count) }
    companion = page.companion?.parts.map { LoadedPart($0, after: &count) } ?? []
  }

  /// The regions that are in no other. The page has its status by them.
  var regions: [RegionTree] { parts.compactMap(\.region) }
  /// The regions of the page beside it.
  var companionRegions: [RegionTree] { companion.compactMap(\.region) }
  /// The regions of both pages.
  var all: [RegionTree] { regions + companionRegions }

  /// The regions that have not settled, by their numbers.
  var pending: [(index: Int, region: any PageRegion)] { all.flatMap(\.pending) }

  var isSettled: Bool { all.allSatisfy(\.isSettled) }

  mutating func apply(_ state: RegionState, at index: Int) { change { $0.apply(state, at: index) } }

  private mutating func change(_ change: (inout RegionTree) -> Void) {
    func changeAll(_ parts: inout [LoadedPart]) {
      for place in parts.indices {
        guard var tree = parts[place].region else { continue }
        change(&tree)
        parts[place].region = tree
      }
    }
    changeAll(&parts)
    changeAll(&companion)
  }

  /// Lets failures go up to the regions that show them.
  mutating func settleFailures(by catalogue: Catalogue) { change { $0.settleFailures(by: catalogue) } }

  /// Opens the slots of the regions that still load, for a streamed page.
  mutating func open(isStrict: Bool) { change { $0.open(isStrict: isStrict) } }

  /// Collects states until every region has settled. With `stopping`, also ends when a region presents a loading state,
  /// which is at the end of the grace.
  mutating func gather(_ events: AsyncStream<PageLoad.Event>, stoppingAtPlaceholders stopping: Bool) async {
    if isSettled { return }
    for await event in events {
      switch event {
      case .presented(let index, let state):
        apply(state, at: index)
        if isSettled || (stopping && !state.isSettled) { return }
      case .quiet: break
      }
    }
  }
}
