/// What each region of a page presents by now, gathered from the events of its load.
struct PageSnapshot: Sendable {
  /// The newest state of each region, in the order of the page.
  private(set) var states: [RegionState]

  /// - Parameter known: the markup of each region that needs no load.
  init(_ regions: [any PageRegion], known: [Markup?]) {
    states = zip(regions, known).map { region, markup in markup.map(RegionState.init(rendered:)) ?? region.pending }
  }

  /// The regions that are to be loaded, with their places on the page.
  func pending(of regions: [any PageRegion]) -> [(index: Int, region: any PageRegion)] {
    regions.enumerated().filter { !states[$0.offset].isSettled }.map { ($0.offset, $0.element) }
  }

  /// Whether every region has settled.
  var isSettled: Bool { states.allSatisfy(\.isSettled) }

  mutating func take(_ state: RegionState, at index: Int) {
    states[index] = state
  }

  /// Goes on until every region has settled or, where `stopping` says so, until a region presents that it is still loading,
  /// which is when its grace is over, or until others need the place.
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
