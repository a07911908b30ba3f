public import StateViews

/// A screen that replaces a page for readers who are signed out: at the requested address, with a way to sign in.
///
/// ```swift
/// enum CardGate: Gate {
///   enum Reason: String, CaseIterable, Sendable { case newcomer, expired }
///   static let name: ViewName = "card"
///   static let samples = Reason.allCases.map { GateSample<CardGate>($0, View(next: "/")) }
/// }
/// ```
///
/// Its templates are in the folder of its name, one file per reason: `Templates/<name>/registered.mustache`. Reasons
/// without a template are shown by the app's `states/signed-out`; one that has neither is refused at start.
public protocol Gate: Sendable {
  /// Why the gate is shown: an enum whose raw values are the names of templates, and the values of `data-reason`.
  associatedtype Reason: RawRepresentable<String> & CaseIterable & Hashable & Sendable
  /// The view of its templates; by default the address to return to.
  associatedtype View: TemplateView = GateView
  /// The name of its folder of templates.
  static var name: ViewName { get }
  /// Fixed samples, for the gallery and for tests; at least one for each reason.
  static var samples: [GateSample<Self>] { get }
}

/// What most gates print: the address to return to after signing in, for a hidden field, and the text of a form that was sent. The
/// app returns to the address of a step only, because a form can hold anything.
///
/// ```html
/// <input type="hidden" name="next" value="{{next}}">
/// {{#typed}}<label>Not saved <textarea readonly>{{typed}}</textarea></label>{{/typed}}
/// ```
public struct GateView: TemplateView {
  /// The tags `next` and `typed`.
  public static let fields: [String: Field<GateView>] = [
    "next": .text(\.next), "typed": .optional(\.typed),
  ]
  let next: String
  let typed: String?

  /// Creates a view.
  /// - Parameters:
  ///   - next: the address of the page that the gate replaces.
  ///   - typed: the text of a form that arrived after its session had expired, for its sender to copy.
  public init(next: String, typed: String? = nil) {
    (self.next, self.typed) = (next, typed)
  }
}

/// A sample of a gate.
public struct GateSample<G: Gate>: Sendable {
  /// Why the gate is shown.
  public let reason: G.Reason
  /// A short name for what the sample shows beside the reason: `wrong-password`.
  public let variant: String?
  /// The view of its template.
  public let view: G.View

  /// Creates a sample of a reason.
  public init(_ reason: G.Reason, variant: String? = nil, _ view: G.View) {
    (self.reason, self.variant, self.view) = (reason, variant, view)
  }
}

/// A gate on its page: a region that is settled from the start, in the state `signed-out`.
public struct GateRegion<G: Gate>: Sendable {
  /// The name of the region, unique on its page.
  package let name: String
  let reason: G.Reason
  let view: G.View
  private let place: SourceLocation

  /// Creates a gate on its page.
  /// - Parameters:
  ///   - name: its name, unique on the page.
  ///   - reason: why the gate is shown.
  ///   - view: the view for that reason's template.
  ///   - file: the source file of the region; for reports of programming errors.
  ///   - line: the line in it.
  public init(
    _ name: String = "page", reason: G.Reason, _ view: G.View, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(name, reason: reason, view, at: SourceLocation(file, line))
  }

  private init(_ name: String, reason: G.Reason, _ view: G.View, at place: SourceLocation) {
    (self.name, self.reason, self.view, self.place) = (name, reason, view, place)
  }

  /// Main: the gate is the whole page.
  package var weight: Weight { .main }
  /// The gate, and where in the app's sources it was made.
  package var origin: RegionOrigin { RegionOrigin(type: G.self, screen: G.name.path, place: place) }

  /// The samples of the gate: `signed-out:expired`.
  package var rehearsals: [Rehearsal.Held] {
    G.samples.map { sample in
      let cue = [GateState.name, sample.reason.rawValue, sample.variant].compactMap(\.self).joined(separator: ":")
      return Rehearsal.Held(cue: cue) { [self] _, _ in GateRegion(name, reason: sample.reason, sample.view, at: place) }
    }
  }

  /// The only state of a gate.
  package var pending: RegionState {
    RegionState(
      isSettled: true, isComplete: true, failure: nil, stage: nil, rendering: RegionRendering { $0.element(of: self) })
  }

  var templateName: ViewName { Self.templateName(reason) }

  static func templateName(_ reason: G.Reason) -> ViewName { ViewName("\(GateState.name)/\(reason.rawValue)") }
}

extension GateRegion: PageRegion {}

enum GateState {
  static let name = "signed-out"
}
