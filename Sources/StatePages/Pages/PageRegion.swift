public import StateViews

/// A region of any screen, as a page holds it.
public protocol PageRegion: Sendable {
  /// Its name, once on its page.
  var name: String { get }
  /// What names its bytes.
  var edition: Edition? { get }
  /// Whether its failure is the page's.
  var weight: Weight { get }
  /// What it presents as long as its load has told nothing.
  var pending: RegionState { get }

  /// Loads it and reports every state that is to be presented, until the last.
  func run(timing: Timing, clock: any Clock<Duration>, report: @Sendable (RegionState) -> Void) async
  /// The region with its load replaced by what a rehearsal says.
  func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> any PageRegion
}

/// One state of a region, ready to be rendered.
public struct RegionState: Sendable {
  /// Whether it is the last.
  let isSettled: Bool
  /// Whether it is all that its edition names: content or emptiness, as of now.
  let isComplete: Bool
  /// What it failed with, where it did and has nothing older to show.
  let failure: Failure?
  /// What the load told of its progress.
  let stage: Reason?
  /// The region in this state: an element of the page.
  let element: @Sendable (Printer) -> Markup
  /// The region in this state as the fallback of its slot.
  let placeholder: @Sendable (Printer) -> Markup
  /// A later line, by its number, of the status of that fallback; nil where it has none, because content stands in.
  let statusLine: (@Sendable (Printer, Int, StatusWords) -> Markup)?
}

extension RegionState {
  /// A region that was rendered already, in the state that its edition names.
  init(rendered markup: Markup) {
    self.init(
      isSettled: true, isComplete: true, failure: nil, stage: nil, element: { _ in markup },
      placeholder: { _ in markup },
      statusLine: nil)
  }
}

extension Region: PageRegion {
  /// Loading, over whatever there is already.
  public var pending: RegionState { presented(start.after(.started)) }

  /// Loads it by a container of its own.
  public func run(timing: Timing, clock: any Clock<Duration>, report: @Sendable (RegionState) -> Void) async {
    let container = StatefulContainer(content, from: start, timing: timing, clock: clock)
    for await state in container.load() { report(presented(state)) }
  }

  func presented(_ state: ViewState<S.Content>) -> RegionState {
    let statusLine: @Sendable (Printer, Int, StatusWords) -> Markup = { printer, number, words in
      printer.statusLine(number, of: self, words)
    }
    return RegionState(
      isSettled: !state.isLoading,
      isComplete: state.isComplete,
      failure: state.content == nil ? state.failure : nil,
      stage: state.stage,
      element: { printer in printer.element(of: self, in: state) },
      placeholder: { printer in printer.placeholder(of: self, in: state) },
      statusLine: state.content == nil ? statusLine : nil)
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
