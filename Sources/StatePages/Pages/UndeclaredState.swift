import StateViews

extension Region {
  /// What is wrong with a state that the region's load has reached; nil if its screen declares it.
  ///
  /// Templates are verified for declared reasons, failures, stages and facts only: another may have no words, and a missing fact prints
  /// nothing.
  func mistake(in state: ViewState<S.Content>) -> ProgrammingError? {
    if let templates, !S.variants.contains(templates) {
      return ProgrammingError("\(named) uses the templates “\(templates)”, which \(S.self).variants does not declare.")
    }
    // A rehearsal can fail in any kind, declared or not.
    return content is FixedContent<S.Content> ? nil : undeclared(state)
  }

  private func undeclared(_ state: ViewState<S.Content>) -> ProgrammingError? {
    switch state {
    case .empty(let reason): undeclared(reason, "is empty for the reason", among: S.emptyReasons, in: "emptyReasons")
    case .other(let reason): undeclared(reason, "is in the state of its own", among: S.otherStates, in: "otherStates")
    case .failed(let failure), .content(_, .failed(let failure)): undeclared(failure)
    case .content(let content, .idle)
    where S.self is any ListScreen.Type && (content as? any ListContent)?.count == 0:
      ProgrammingError(
        "\(named) shows a list without rows. Let its loader return Loaded(rows, orEmpty: …), so that the reader learns why."
      )
    case .loading(let progress?), .content(_, .running(let progress?)):
      undeclared(progress, "is at the stage", among: S.stages, in: "stages")
    case .unloaded, .loading, .content: nil
    }
  }

  private var named: String { place.behind("The region “\(name)”") }

  private func undeclared(
    _ reason: Reason, _ verb: String, among declared: [Reason], in list: String
  ) -> ProgrammingError? {
    let same = declared.filter { $0.name == reason.name }
    guard let first = same.first else {
      let near = SpellingSuggestion.name(to: reason.name, among: declared.map(\.name)).map { ": is \($0) meant?" }
      return ProgrammingError(
        "\(named) \(verb) “\(reason.name)”, which \(S.self).\(list) does not declare\(near ?? ".")")
    }
    guard !same.contains(where: { $0.allows(reason) }) else { return nil }
    let wrong = reason.facts.keys.filter { first.facts[$0]?.kind != reason.facts[$0]?.kind }.sorted()
    return ProgrammingError(
      "\(named) \(verb) “\(reason.name)” with facts that \(S.self).\(list) does not declare so: \(wrong.joined(separator: ", "))."
    )
  }

  /// A failure without a reason of its own is declared by its kind. Every load can miss its deadline, and every program has bugs.
  private func undeclared(_ failure: Failure) -> ProgrammingError? {
    // A screen without content shows whatever a page fails with.
    if S.Content.self == Never.self { return nil }
    let declared = S.failures + S.otherFailures
    let isKnown = failure.kind == .internal || declared.contains { $0.kind == failure.kind }
    if isKnown, failure.reason == Reason(failure.kind.rawValue) { return nil }
    return undeclared(
      failure.reason, "has failed as \(failure.kind.rawValue) for the reason",
      among: declared.filter { $0.kind == failure.kind }.map(\.reason), in: "failures")
  }
}

extension Reason {
  /// Whether all facts of `other` are declared here, and are of the same kinds. It need not have all: a template can print one in a
  /// section.
  fileprivate func allows(_ other: Reason) -> Bool {
    other.facts.allSatisfy { name, fact in facts[name]?.kind == fact.kind }
  }
}

extension Fact {
  fileprivate var kind: Int {
    switch self {
    case .text: 0
    case .address, .intent: 1
    case .number: 2
    case .moment: 3
    case .numeral: 4
    }
  }
}

extension Markup {
  var repeatedID: String? {
    var seen: Set<Substring> = []
    let words = html.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    let ids = words.lazy.filter { $0.starts(with: #"id=""#.utf8) }
      .map { Substring($0.dropFirst(4).prefix { $0 != UInt8(ascii: "\"") }) }
    return ids.first { !seen.insert($0).inserted }.map(String.init)
  }
}
