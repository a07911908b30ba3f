public import StateViews

/// A region of any screen, as a page holds it.
public protocol PageRegion: Sendable {
  /// Its name, once on its page.
  var name: String { get }
  /// What names its bytes.
  var cacheKey: CacheKey? { get }
  /// Whether its failure is the page's.
  var weight: Weight { get }
  /// Which screen it shows, and where it was made.
  var origin: RegionOrigin { get }
  /// What a rehearsal can hold it in, each as the end of a cue.
  var cues: [String] { get }
  /// What it presents as long as its load has told nothing.
  var pending: RegionState { get }

  /// Begins to load it, and reports every state that is to be presented, until the last.
  /// - Returns: the load, for as long as it is wanted.
  func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> RegionLoad
  /// The region with its load replaced by what a rehearsal says; nil where its screen knows no such thing.
  func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> (any PageRegion)?
}

/// One state of a region, ready to be rendered.
public struct RegionState: Sendable {
  /// Whether it is the last.
  let isSettled: Bool
  /// Whether it is all that its cache key names: content or emptiness, as of now.
  let isComplete: Bool
  /// What it failed with, where it did and has nothing older to show.
  let failure: Failure?
  /// What the load told of its progress.
  let stage: Reason?
  /// How many rows are to be rendered.
  var rows = 0
  let print: any RegionPrint
}

/// Prints a region in one state.
protocol RegionPrint: Sendable {
  /// The region in this state: an element of the page.
  func element(_ printer: RegionRenderer) -> Markup
  /// The region in this state as the fallback of its slot.
  func placeholder(_ printer: RegionRenderer) -> Markup
  /// A later line, by its number, of the status of that fallback; nil where it has none, because content stands in.
  func statusLine(_ printer: RegionRenderer, _ number: Int, _ words: StatusWords) -> Markup?
}

extension RegionPrint {
  func placeholder(_ printer: RegionRenderer) -> Markup { element(printer) }
  func statusLine(_ printer: RegionRenderer, _ number: Int, _ words: StatusWords) -> Markup? { nil }
}

/// The load of a region. It ends when nobody refers to it any more.
public struct RegionLoad: Sendable {
  /// Keeps the load going; nil where there is none.
  let container: (any FailableLoad)?
}

/// A load that can be ended from outside.
protocol FailableLoad: AnyObject, Sendable {
  /// Ends the load, if it is under way, as failed.
  func fail(_ failure: Failure)
}

extension StatefulContainer: FailableLoad {}

extension RegionState {
  /// A region that was rendered already, in the state that its cache key names.
  init(rendered markup: Markup) {
    self.init(isSettled: true, isComplete: true, failure: nil, stage: nil, print: RenderedPrint(markup: markup))
  }
}

private struct RenderedPrint: RegionPrint {
  let markup: Markup

  func element(_ printer: RegionRenderer) -> Markup { markup }
}

extension Region: PageRegion {
  /// Its screen.
  public var origin: RegionOrigin { RegionOrigin(type: S.self, screen: S.name.path, place: place) }
  /// Loading, over whatever there is already.
  public var pending: RegionState { presented(start.after(.started)) }

  /// Loads it by a container of its own.
  public func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> RegionLoad {
    let container = StatefulContainer(content, from: start, timing: timing, clock: clock)
    let shared = SharedRegion(self)
    container.load { state in report(shared.presented(state)) }
    return RegionLoad(container: container)
  }

  func presented(_ state: ViewState<S.Content>) -> RegionState {
    SharedRegion(self).presented(state)
  }
}

/// A region as all of its states share it.
private final class SharedRegion<S: Screen>: Sendable {
  let region: Region<S>

  init(_ region: Region<S>) {
    self.region = region
  }

  func presented(_ state: ViewState<S.Content>) -> RegionState {
    RegionState(
      isSettled: !state.isLoading,
      isComplete: state.isComplete,
      failure: state.content == nil ? state.failure : nil,
      stage: state.stage,
      rows: state.content.map(S.rows) ?? 0,
      print: PresentedPrint(shared: self, state: state))
  }
}

private struct PresentedPrint<S: Screen>: RegionPrint {
  let shared: SharedRegion<S>
  let state: ViewState<S.Content>

  func element(_ printer: RegionRenderer) -> Markup { printer.element(of: shared.region, in: state) }

  func placeholder(_ printer: RegionRenderer) -> Markup { printer.placeholder(of: shared.region, in: state) }

  func statusLine(_ printer: RegionRenderer, _ number: Int, _ words: StatusWords) -> Markup? {
    state.content == nil ? printer.statusLine(number, of: shared.region, words) : nil
  }
}

extension ViewState {
  fileprivate var isComplete: Bool {
    switch self {
    case .content(_, .idle), .empty: true
    case .unloaded, .loading, .content(_, .running), .content(_, .failed), .failed: false
    }
  }

  /// The stage that the load under way has told of.
  var stage: Reason? {
    switch self {
    case .loading(let progress), .content(_, .running(let progress)): progress?.stage
    case .unloaded, .content(_, .idle), .content(_, .failed), .empty, .failed: nil
    }
  }
}
