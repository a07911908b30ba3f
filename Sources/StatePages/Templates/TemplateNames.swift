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
      for name in S.contentTemplates {
        states["\(folder)/\(name.path)"] = State(view: S.View.self, captions: [S.Caption.self])
      }
    }
    for folder in [folder] + S.variants.map({ "\(folder)/\($0.path)" }) {
      for (name, view) in Self.usual { states["\(folder)/\(name)"] = State(view: view, captions: [S.Caption.self]) }
    }
    // Facts of reasons are known only where they are declared, and are verified there.
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
      ("other", EmptyView.self),
    ]
    + ["failed", "refresh-failed"].flatMap { state in
      [(state, FailedView.self as any TemplateView.Type)]
        + Failure.Kind.allCases.map { ("\(state)/\($0.rawValue)", FailedView.self) }
    }
}

/// Everything that is wrong with a folder of templates, found before the first page is sent.
///
/// Every description is one line per problem. ``runOrExit(isolation:_:)`` prints them where an app can't start.
package struct TemplateProblems: Error, Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The template's name: its path in the folder, without the extension.
    package let template: String
    /// The line, counted from 1; nil if the problem concerns the whole template.
    package let line: Int?
    package let message: String

    /// `template:line: message`.
    package var description: String { "\(template)\(line.map { ":\($0)" } ?? ""): \(message)" }
  }

  /// The problems; never empty.
  package let problems: [Problem]

  package var description: String { problems.map(\.description).joined(separator: "\n") }

  package var debugDescription: String { description }
}

/// Suggests the name that was probably meant by a misspelt one.
enum SpellingSuggestion {
  /// The nearest name by edit distance, if it is near enough; of several, the first.
  static func name(to name: String, among names: some Sequence<String>) -> String? {
    let wrong = Array(name)
    let near = names.filter { $0 != name }.map { (distance: distance(wrong, Array($0)), name: $0) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let near, near.distance <= max(2, name.count / 5) else { return nil }
    return near.name
  }

  /// The Damerau-Levenshtein distance in its restricted form (optimal string alignment).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in 1...one.count {
      var line = [row]
      for column in 1...other.count {
        let same = one[row - 1] == other[column - 1]
        var least = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          least = min(least, before[column - 2] + 1)
        }
        line.append(least)
      }
      (before, last) = (last, line)
    }
    return last[other.count]
  }
}
