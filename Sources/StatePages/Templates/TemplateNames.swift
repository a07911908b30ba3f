import StateViews

/// All template names that can be used: those of states, gates and pieces.
struct TemplateNames {
  private struct State {
    let view: any TemplateView.Type
    let captions: [any TemplateView.Type]
  }

  private var states: [String: State] = [:]
  private(set) var all: Set<String>

  init(screens: [any Screen.Type], gates: [any Gate.Type], pieces: [any Piece.Type]) {
    all = Set(pieces.map { $0.template })
    for gate in gates {
      func add<G: Gate>(_ gate: G.Type) {
        for sample in G.samples {
          all.formUnion(["\(G.name.path)/\(sample.reason)", "\(EmbeddedTemplates.folder)/\(GateState.name)"])
        }
      }
      add(gate)
    }
    let shared = EmbeddedTemplates.folder
    for (name, view) in Self.usual { states["\(shared)/\(name)"] = State(view: view, captions: []) }
    for screen in screens { add(screen) }
    all.formUnion(states.keys)
  }

  /// The view of a template for an undeclared state; nil if there is no such state.
  func view(of name: String) -> (any TemplateView.Type)? { states[name]?.view }

  /// The captions around that view.
  func captions(of name: String) -> [TagSource] { (states[name]?.captions ?? []).map { TagSource($0) } }

  private mutating func add<S: Screen>(_ screen: S.Type) {
    let folder = S.name.path
    if S.Content.self != Never.self {
      states["\(folder)/content"] = State(view: S.View.self, captions: [S.Caption.self])
    }
    for folder in [folder] + S.variants.map({ "\(folder)/\($0.path)" }) {
      for (name, view) in Self.usual { states["\(folder)/\(name)"] = State(view: view, captions: [S.Caption.self]) }
    }
    // Their facts are known only where they are declared, and are verified there.
    func add(_ name: ViewName) {
      all.formUnion(["\(folder)/\(name.path)", "\(EmbeddedTemplates.folder)/\(name.path)"])
    }
    for stage in S.stages { add(StatusWords.stage(stage).name) }
    for reason in S.emptyReasons { add(ViewState<S.Content>.empty(reason).templateName) }
    for reason in S.otherStates { add(ViewState<S.Content>.other(reason).templateName) }
    for failure in S.failures + S.otherFailures {
      for state in ["failed", "refresh-failed"] { add(failure.templateName(in: state)) }
    }
  }

  /// The states that every screen has, and that any load can end in.
  private static let usual: [(String, any TemplateView.Type)] =
    [
      ("unloaded", UnloadedView.self), ("loading", LoadingView.self), ("refreshing", StatusView.self),
      ("status", StatusView.self), ("still-working", StatusView.self), ("empty", EmptyView.self),
    ]
    + ["failed", "refresh-failed"].flatMap { state in
      [(state, FailedView.self as any TemplateView.Type)]
        + Failure.Kind.allCases.map { ("\(state)/\($0.rawValue)", FailedView.self) }
    }
}
