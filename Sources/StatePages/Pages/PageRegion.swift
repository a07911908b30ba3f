package import StateViews
import Synchronization

package protocol PageRegion: Sendable {
  /// Unique on its page.
  var name: String { get }
  /// Whether its failure decides the page's status.
  var weight: Weight { get }
  /// The screen of the region, and where in the app's sources it was made.
  var origin: RegionOrigin { get }
  /// What its retry button sends.
  var retry: FormAction? { get }
  /// When its placeholder is shown, and its deadline; nil for those of all regions.
  var timing: Timing? { get }
  /// The parts within its content.
  var parts: [PagePart] { get set }
  /// The states that a rehearsal can hold it in.
  var rehearsals: [Rehearsal.Held] { get }
  /// The state before its load has reported any.
  var pending: RegionState { get }

  /// Whether its screen has a template or words of its own for a failure.
  func shows(_ failure: Failure, by catalogue: Catalogue) -> Bool
  /// The state with the failure of a region within it.
  func failed(_ failure: Failure) -> RegionState

  /// Begins to load the region, and reports every state to present, up to the final one.
  /// - Returns: the load, if there is one. Dropping it cancels the load.
  func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> (any RunningRegion)?
}

package struct RegionState: Sendable {
  var isSettled: Bool
  /// Whether it is a complete result, such as content or empty: a page of such ones may be kept.
  var isComplete: Bool
  /// The failure, as the whole state or as a notice over older content.
  let failure: Failure?
  let stage: Reason?
  /// The number of rows to render.
  var rows = 0
  /// The name of the state, as in `data-state`.
  var name = ""
  let rendering: RegionRendering
}

/// Renders a region in one state.
struct RegionRendering: Sendable {
  typealias Element = @Sendable (RegionRenderer) -> Markup

  let element: Element
  /// The fallback of the region's slot in this state.
  let placeholder: Element
  /// A later status line of that fallback, by its number; nil if it shows content and has no status.
  let statusLine: @Sendable (RegionRenderer, Int, StatusWords) -> Markup?
  private let findMistake: @Sendable () -> ProgrammingError?

  init(
    _ element: @escaping Element, placeholder: Element? = nil,
    statusLine: @escaping @Sendable (RegionRenderer, Int, StatusWords) -> Markup? = { _, _, _ in nil },
    mistake: @escaping @Sendable () -> ProgrammingError? = { nil }
  ) {
    (self.element, self.placeholder, self.statusLine) = (element, placeholder ?? element, statusLine)
    findMistake = mistake
  }

  /// What is wrong with the state itself, such as a reason that its screen does not declare.
  var mistake: ProgrammingError? { findMistake() }
}

/// A load that can be ended from outside.
package protocol RunningRegion: AnyObject, Sendable {
  func fail(_ failure: Failure)
}

extension StatefulContainer: RunningRegion {}

/// The defaults are those of a region that is settled from the start.
extension PageRegion {
  package var retry: FormAction? { nil }
  package var timing: Timing? { nil }
  /// None.
  package var parts: [PagePart] {
    get { [] }
    set {}
  }
  package func shows(_ failure: Failure, by catalogue: Catalogue) -> Bool { true }
  package func failed(_ failure: Failure) -> RegionState { pending }
  /// None: it is settled before a rehearsal begins.
  package var rehearsals: [Rehearsal.Held] { [] }

  /// Reports its only state.
  package func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> (any RunningRegion)? {
    report(pending)
    return nil
  }
}

extension Region: PageRegion {
  package var timing: Timing? { S.timing }
  /// The screen of the region, and where in the app's sources it was made.
  package var origin: RegionOrigin { RegionOrigin(type: S.self, screen: S.name.path, place: place) }
  /// Loading, a refresh of the initial content, or the state that its owner has given.
  package var pending: RegionState { content == nil ? fixed : presented(start.after(.started)) }
  private var fixed: RegionState {
    var state = presented(start)
    state.isSettled = true
    state.isComplete =
      switch start {
      case .loading, .failed, .content(_, .running), .content(_, .failed): false
      case .unloaded, .content(_, .idle), .empty, .other: true
      }
    return state
  }

  /// Loads the region in a container of its own.
  package func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> (any RunningRegion)? {
    guard let content else {
      report(fixed)
      return nil
    }
    guard start.content != nil else { return begin(content, timing, clock) { state in report(presented(state)) } }
    // The state after a cancelled refresh is that of an older copy, which is no result of this load.
    let hasLoaded = LoadFlag()
    let noted = content.onEnd { if case .success = $0 { hasLoaded.set() } }
    return begin(noted, timing, clock) { state in
      var presented = presented(state)
      presented.isComplete = presented.isComplete && hasLoaded.value
      report(presented)
    }
  }

  private func begin(
    _ content: some StatefulContent<S.Content>, _ timing: Timing, _ clock: any Clock<Duration>,
    _ present: @escaping @Sendable (ViewState<S.Content>) -> Void
  ) -> any RunningRegion {
    let container = StatefulContainer(content, from: start, timing: timing, clock: clock)
    container.load(presenting: present)
    return container
  }

  package func shows(_ failure: Failure, by catalogue: Catalogue) -> Bool {
    catalogue.has(failure.templateName(in: "failed"), of: S.self, in: templates)
  }

  /// Without a mistake: the failure is declared by the screen that it comes from.
  package func failed(_ failure: Failure) -> RegionState {
    RegionState(
      isSettled: true, isComplete: false, failure: failure, stage: nil, name: "failed",
      rendering: RegionRendering { $0.element(of: self, in: .failed(failure)) })
  }

  func presented(_ state: ViewState<S.Content>) -> RegionState {
    RegionState(
      isSettled: !state.isLoading, isComplete: state.isComplete, failure: state.failure, stage: state.stage,
      rows: state.content.map(S.rows) ?? 0, name: state.stateAttribute,
      rendering: RegionRendering {
        $0.element(of: self, in: state)
      } placeholder: {
        $0.placeholder(of: self, in: state)
      } statusLine: { renderer, number, words in
        state.content == nil ? renderer.statusLine(number, of: self, words) : nil
      } mistake: {
        mistake(in: state)
      })
  }
}

/// Whether a load has succeeded.
private final class LoadFlag: Sendable {
  private let flag = Atomic(false)

  var value: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

extension ViewState {
  fileprivate var isComplete: Bool {
    switch self {
    case .content(_, .idle), .empty: true
    case .unloaded, .loading, .content(_, .running), .content(_, .failed), .other, .failed: false
    }
  }

  /// The stage that the running load reported.
  var stage: Reason? {
    switch self {
    case .loading(let stage), .content(_, .running(let stage)): stage
    case .unloaded, .content(_, .idle), .content(_, .failed), .empty, .other, .failed: nil
    }
  }
}
