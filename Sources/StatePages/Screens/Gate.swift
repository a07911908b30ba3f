public import StateViews

/// The screen that stands in a page's place for somebody who is signed out: where they asked for the page, with the way in.
///
/// Its templates lie in the folder of its name, one file a reason: `Templates/<name>/registered.mustache`. A reason without
/// one of its own is shown by `states/signed-out`.
public protocol Gate: Sendable {
  /// What its templates are filled with.
  associatedtype View: TemplateView
  /// The name of its folder of templates.
  static var name: ViewName { get }
  /// Fixed examples, for the gallery and for tests; each reason that there is at least once.
  static var samples: [GateSample<Self>] { get }
}

/// An example of a gate.
public struct GateSample<G: Gate>: Sendable {
  /// Why somebody stands before it: `registered`.
  public let reason: String
  /// What the example shows beside the reason itself, as a short name: `wrong-password`.
  public let variant: String?
  /// What its template is filled with.
  public let view: G.View

  /// An example of a reason.
  public init(_ reason: String, variant: String? = nil, _ view: G.View) {
    self.reason = reason
    self.variant = variant
    self.view = view
  }
}

/// A gate on its page: a region that is settled from the start, in the state `signed-out`.
public struct GateRegion<G: Gate>: PageRegion {
  /// Its name, once on its page.
  public let name: String
  let reason: String
  let view: G.View
  private let place: SourceLocation

  /// A gate on its page.
  /// - Parameters:
  ///   - name: its name, once on its page.
  ///   - reason: why somebody stands before it.
  ///   - view: what the template of that reason is filled with.
  public init(
    _ name: String, _ gate: G.Type = G.self, reason: String, _ view: G.View, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    place = SourceLocation(file, line)
    self.name = name
    self.reason = reason
    self.view = view
  }

  /// None: whoever signs in is to find another page here.
  public var cacheKey: CacheKey? { nil }
  /// It is all that there is.
  public var weight: Weight { .main }
  /// The gate.
  public var origin: RegionOrigin { RegionOrigin(type: G.self, screen: G.name.path, place: place) }
  /// None: it is settled before a rehearsal begins.
  public var cues: [String] { [] }

  /// Its only state.
  public var pending: RegionState {
    RegionState(isSettled: true, isComplete: true, failure: nil, stage: nil, print: GatePrint(gate: self))
  }

  /// Reports its only state.
  public func begin(
    timing: Timing, clock: any Clock<Duration>, report: @escaping @Sendable (RegionState) -> Void
  ) -> RegionLoad {
    report(pending)
    return RegionLoad(container: nil)
  }

  /// None: it is settled before a rehearsal begins.
  public func rehearsing(_ cue: Rehearsal.Cue, clock: any Clock<Duration>) -> (any PageRegion)? { nil }

  var templateName: ViewName { Self.templateName(reason) }

  static func templateName(_ reason: String) -> ViewName { ViewName("\(GateState.name)/\(reason)") }
}

private struct GatePrint<G: Gate>: RegionPrint {
  let gate: GateRegion<G>

  func element(_ printer: RegionRenderer) -> Markup { printer.element(of: gate) }
}

/// The state in which every gate is.
enum GateState {
  static let name = "signed-out"
}
