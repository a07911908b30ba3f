import StateViews

/// Checks every template against the views that are rendered by it.
struct Verification {
  private(set) var problems: [TemplateProblems.Problem] = []
  private let texts: [String: String]
  private let choice: TemplateChoice
  private let basePath: BasePath
  private var parsed: [String: TemplateTags] = [:]
  private var seen: Set<TemplateProblems.Problem> = []
  /// The templates that are shown or included.
  private var used: Set<String> = []

  /// - Parameter own: the templates of the app, each of which has to be used.
  init(
    texts: [String: String], own: some Sequence<String>, choice: TemplateChoice, screens: [any Screen.Type],
    gates: [any Gate.Type], pieces: [any Piece.Type], basePath: BasePath
  ) {
    self.basePath = basePath
    self.texts = texts
    self.choice = choice
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { parse(name, text) }
    for piece in Self.pieces + pieces { verify(piece) }
    for screen in screens { verify(screen) }
    for gate in gates { verify(gate) }
    verifyUse(of: own, TemplateNames(screens: screens, gates: gates, pieces: Self.pieces + pieces))
  }

  /// Verifies templates for undeclared states, and reports templates that can never be used.
  private mutating func verifyUse(of own: some Sequence<String>, _ names: TemplateNames) {
    for name in own.sorted() where !used.contains(name) {
      if let view = names.view(of: name) { verify(name, TagStack([TagSource(view)] + names.captions(of: name))) }
    }
    // The partials of an unused template are reported as well. Names without a template are suggested first.
    for name in own.sorted() where !used.contains(name) {
      let near =
        SpellingSuggestion.name(to: name, among: names.all.subtracting(texts.keys))
        ?? SpellingSuggestion.name(to: name, among: names.all)
      report(name, nil, "nothing shows or includes it" + (near.map { ": is \($0) meant?" } ?? ""))
    }
  }

  /// The library's own pieces.
  static let pieces: [any Piece.Type] = [
    RegionWrapper.self, Placeholder.self, StatusLine.self, Slot.self, FixedPiece.self, ShadowRoot.self,
    RegionHead.self, RegionBody.self,
  ]

  private mutating func parse(_ name: String, _ text: String) {
    do throws(TagProblem) {
      let tags = try TemplateTags(of: text)
      parsed[name] = tags
      for problem in tags.problems + (basePath.isRoot ? [] : tags.problemsBelow) {
        report(name, problem.line, problem.message)
      }
      if text.unicodeScalars.allSatisfy(\.isBlank) {
        report(name, nil, "is empty: write what it shows, or {{! nothing }} where that is meant")
      }
      if let line = MarkupPlaceholders.firstControlCharacter(in: text) { report(name, line, "a control character") }
      if text.unicodeScalars.contains(where: { [CompiledTemplates.opening, CompiledTemplates.closing].contains($0) }) {
        report(name, nil, "a private character, U+F8F0 or U+F8F1")
      }
    } catch {
      report(name, error.line, error.message)
    }
  }

  private mutating func verify(_ piece: any Piece.Type) {
    verify(piece.template, TagStack([TagSource(piece)]))
    guard piece is any Layout.Type, texts[piece.template] != nil else { return }
    let times = prints(of: "stage", in: piece.template, within: [])
    if times != 1 {
      report(piece.template, nil, "a layout prints {{stage}} once, and this one \(times) times")
    }
  }

  private mutating func verify<S: Screen>(_ screen: S.Type) {
    func known(_ view: any TemplateView.Type, _ reason: Reason? = nil) -> TagStack {
      TagStack([TagSource(view, facts: reason.map { StateFacts($0).kinds } ?? [:]), TagSource(S.Caption.self)])
    }
    if S.Content.self != Never.self {
      if texts["\(S.name.path)/content"] == nil {
        report("\(S.name.path)/content", nil, "is missing: content needs a template")
      } else {
        verify(S.self, "content", known(S.View.self))
      }
      if S.samples.isEmpty { report(S.name.path, nil, "the screen has no sample") }
    }
    for name in S.Caption.fields.keys.sorted() where Self.stateTags.contains(name) {
      report(S.name.path, nil, "the caption's tag \(name) is hidden by that of a state: give it another name")
    }
    verify(S.self, "unloaded", known(UnloadedView.self))
    verify(S.self, "loading", known(LoadingView.self))
    verify(S.self, "refreshing", known(StatusView.self))
    for words in [StatusWords.first, .stillWorking] { verify(S.self, words.name, known(StatusView.self)) }
    for stage in S.stages { verify(S.self, StatusWords.stage(stage).name, known(StatusView.self, stage)) }
    for reason in S.emptyReasons {
      verify(S.self, ViewState<S.Content>.empty(reason).templateName, known(EmptyView.self, reason))
    }
    for failure in S.failures + S.otherFailures {
      let failed = known(FailedView.self, failure.reason)
      verify(S.self, ViewState<S.Content>.failed(failure).templateName, failed)
      verify(S.self, failure.templateName(in: "refresh-failed"), failed)
    }
  }

  /// The tags of states other than content, which go before those of a caption.
  private static let stateTags = Set(EmptyView.fields.keys).union(FailedView.fields.keys).union(StatusView.fields.keys)
    .union(UnloadedView.fields.keys)

  private mutating func verify<G: Gate>(_ gate: G.Type) {
    for reason in G.Reason.allCases {
      verify(G.name, GateRegion<G>.templateName(reason), TagStack([TagSource(G.View.self)]))
      if !G.samples.contains(where: { $0.reason == reason }) {
        report(G.name.path, nil, "the gate has no sample of the reason \(reason.rawValue)")
      }
    }
  }

  private mutating func verify<S: Screen>(_ screen: S.Type, _ state: ViewName, _ stack: TagStack) {
    verify(S.name, state, stack)
  }

  private mutating func verify(_ screen: ViewName, _ state: ViewName, _ stack: TagStack) {
    guard let template = choice.template(of: screen, for: state) else {
      return report("\(screen.path)/\(state.path)", nil, "no template stands for this state")
    }
    verify(template, stack)
  }

  /// - Parameter including: the templates that include this one, outermost first.
  private mutating func verify(_ template: String, _ stack: TagStack, including: [String] = []) {
    used.insert(template)
    guard texts[template] != nil else { return report(template, nil, "is missing") }
    guard let tags = parsed[template] else { return }
    verify(tags.tags, of: including + [template], stack)
  }

  private mutating func verify(_ tags: [TemplateTags.Tag], of including: [String], _ stack: TagStack) {
    let template = including.last ?? ""
    for tag in tags {
      switch tag {
      case .text: break
      case .partial(let name, let place, let line):
        include(name, in: including, line, stack)
        if place.isInAttribute { verifyAttribute(name, template, line) }
      case .dynamicPartial(let name, let place, let line):
        guard case .template(let names)? = stack.kind(of: name) else {
          report(template, line, "{{> *\(name)}} is no template field of its view")
          continue
        }
        for name in names {
          include(name, in: including, line, stack)
          if place.isInAttribute { verifyAttribute(name, template, line) }
        }
      case .variable(let name, let place, let line):
        switch stack.kind(of: name) {
        case .text:
          guard let attribute = place.address else { break }
          report(
            template, line,
            """
            {{\(name)}} begins the address in \(attribute), where text could become a script: declare it as .address in \
            \(stack.view(of: name))
            """)
        case .address: break
        case .markup where place.isInAttribute, .pieces where place.isInAttribute:
          report(template, line, "{{\(name)}} is markup, which cannot stand in an attribute")
        case .markup: break
        case .pieces(let piece): verify(piece)
        case .flag, .view, .rows, .template, .facts: report(template, line, "{{\(name)}} is nothing to print")
        case nil: report(template, line, "{{\(name)}} is not declared by its view")
        }
      case .section(let name, let inverted, let inner, let place, let line):
        switch stack.kind(of: name) {
        case .text, .address: verify(inner, of: including, inverted ? stack : stack.entered())
        case .flag: verify(inner, of: including, stack)
        case .rows where place.address != nil && !inverted:
          report(template, line, "{{#\(name)}} are rows, which cannot begin an address")
        case .view(let view), .rows(let view):
          verify(inner, of: including, inverted ? stack : stack.entered(TagSource(view)))
        case .markup, .pieces, .template, .facts: report(template, line, "{{#\(name)}} cannot be a section")
        case nil: report(template, line, "{{#\(name)}} is not declared by its view")
        }
      }
    }
  }

  private mutating func include(_ name: String, in including: [String], _ line: Int, _ stack: TagStack) {
    let template = including.last ?? ""
    if texts[name] == nil {
      let near = SpellingSuggestion.name(to: name, among: texts.keys)
      report(template, line, "there is no template \(name)" + (near.map { ": is \($0) meant?" } ?? ""))
    } else if including.contains(name) {
      report(template, line, "{{> \(name)}} includes itself")
    } else {
      verify(name, stack, including: including)
    }
  }

  /// Checks that a partial can be used within quotes.
  private mutating func verifyAttribute(_ partial: String, _ template: String, _ line: Int) {
    func hasMarkup(_ tags: [TemplateTags.Tag], _ within: [String]) -> Bool {
      tags.contains { tag in
        switch tag {
        case .text(let text, _, _): text.unicodeScalars.contains { $0 == "\"" || $0 == "<" }
        case .section(_, _, let inner, _, _): hasMarkup(inner, within)
        case .partial(let name, _, _):
          !within.contains(name) && hasMarkup(parsed[name]?.tags ?? [], within + [name])
        case .variable, .dynamicPartial: false
        }
      }
    }
    if hasMarkup(parsed[partial]?.tags ?? [], [partial]) {
      report(template, line, "\(partial) has a quote or a <, and cannot stand in an attribute")
    }
  }

  /// The number of times that a template prints a variable, itself or by its partials.
  private func prints(of variable: String, in template: String, within: [String]) -> Int {
    func prints(_ tags: [TemplateTags.Tag]) -> Int {
      tags.reduce(0) { count, tag in
        switch tag {
        case .text: count
        case .variable(let name, _, _): count + (name == variable ? 1 : 0)
        case .section(_, _, let inner, _, _): count + prints(inner)
        case .partial(let name, _, _): count + self.prints(of: variable, in: name, within: within + [template])
        case .dynamicPartial: count
        }
      }
    }
    guard !within.contains(template), let tags = parsed[template] else { return 0 }
    return prints(tags.tags)
  }

  private mutating func report(_ template: String, _ line: Int?, _ message: String) {
    let problem = TemplateProblems.Problem(template: template, line: line, message: message)
    if seen.insert(problem).inserted { problems.append(problem) }
  }
}
