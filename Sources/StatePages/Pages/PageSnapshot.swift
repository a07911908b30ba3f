/// The newest state of each region of a page, collected from the events of its load.
struct PageSnapshot: Sendable {
  /// The newest state of each region, in the order of the page.
  private(set) var states: [RegionState]

  /// - Parameter known: the cached markup of each region that needs no load.
  init(_ regions: [any PageRegion], known: [Markup?]) {
    states = zip(regions, known).map { region, markup in markup.map(RegionState.init(rendered:)) ?? region.pending }
  }

  /// The regions that have to load, with their indices on the page.
  func pending(of regions: [any PageRegion]) -> [(index: Int, region: any PageRegion)] {
    regions.enumerated().filter { !states[$0.offset].isSettled }.map { ($0.offset, $0.element) }
  }

  /// Whether every region has settled.
  var isSettled: Bool { states.allSatisfy(\.isSettled) }

  mutating func take(_ state: RegionState, at index: Int) {
    states[index] = state
  }

  /// Collects states until every region has settled. With `stopping`, also ends when a region presents a loading state,
  /// which is at the end of the grace, or when the slot is needed by another page.
  mutating func gather(_ events: AsyncStream<PageLoad.Event>, stoppingAtPlaceholders stopping: Bool) async {
    if isSettled { return }
    for await event in events {
      switch event {
      case .presented(let index, let state):
        take(state, at: index)
        if isSettled || (stopping && !state.isSettled) { return }
      case .hurried: if stopping { return }
      case .quiet: break
      }
    }
  }
}
