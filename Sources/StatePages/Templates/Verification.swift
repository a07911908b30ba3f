import StateViews

/// Checks every template against the views that are rendered by it.
struct Verification {
  private(set) var problems: [TemplateProblems.Problem] = []
  private let texts: [String: String]
  private let choice: TemplateChoice
  private let messages: MessageCatalogue
  private let failureActions: FailureActions.Choice
  private let basePath: BasePath
  private let intents: IntentAddresses
  private var parsed = ParsedTemplates()
  /// The templates that the app chooses for its failures.
  private var chosen: [ChosenRole: Set<String>] = [:]
  private var knownFacts: Set<String> = []
  private var seen: Set<TemplateProblems.Problem> = []
  /// The templates that are shown or included, and those of them that views choose.
  private(set) var (used, chosenByViews): (Set<String>, Set<String>) = ([], [])

  /// What is wrong with the text of each template.
  private var broken: [String: [TagProblem]] = [:]

  /// - Parameter own: the templates of the app, each of which has to be used; nil if those that are not used don't matter.
  init(
    texts: [String: String], own: [String]?, choice: TemplateChoice, messages: MessageCatalogue,
    failureActions: @escaping FailureActions.Choice, screens: [any Screen.Type], gates: [any Gate.Type],
    pieces: [any Piece.Type],
    basePath: BasePath, intents: IntentAddresses
  ) {
    (self.basePath, self.intents, self.messages, self.failureActions) = (basePath, intents, messages, failureActions)
    self.texts = texts
    self.choice = choice
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { parse(name, text) }
    for piece in Self.pieces + pieces { verify(piece) }
    for screen in screens { gather(by: screen) }
    for screen in screens { verify(screen) }
    for gate in gates { verify(gate) }
    guard let own else { return }
    verifyUse(of: own, TemplateNames(screens: screens, gates: gates, pieces: Self.pieces + pieces))
    for name in broken.keys.sorted() { reportText(of: name) }
  }

  private mutating func reportText(of name: String) {
    for problem in broken[name] ?? [] { report(name, problem.line, problem.message) }
  }

  /// Verifies templates for undeclared states, and reports templates that can never be used.
  private mutating func verifyUse(of own: some Sequence<String>, _ names: TemplateNames) {
    for name in own.sorted() where !used.contains(name) {
      guard let view = names.view(of: name) else { continue }
      let (folder, state) = (name.prefix { $0 != "/" }, name.drop { $0 != "/" })
      let owners = folder == EmbeddedTemplates.folder ? [] : [ViewName(String(folder))]
      let words = messages.record(of: owners, for: ViewName(String(state)))
      verify(name, TagStack([TagSource(view, words: words)] + names.captions(of: name)))
    }
    // The partials of an unused template are reported as well. Names without a template are suggested first.
    for name in own.sorted() where !used.contains(name) {
      let near =
        SpellingSuggestion.name(to: name, among: names.all.subtracting(texts.keys))
        ?? SpellingSuggestion.name(to: name, among: names.all)
      report(name, nil, "nothing shows or includes it" + (near.map { ": is \($0) meant?" } ?? ""))
    }
  }

  private mutating func parse(_ name: String, _ text: String) {
    var problems: [TagProblem] = []
    do throws(TagProblem) {
      let tags = try TemplateTags(of: text)
      parsed.tags[name] = tags
      problems += tags.problems + (basePath.isRoot ? [] : tags.problemsBelow)
      if text.unicodeScalars.allSatisfy(\.isBlank) {
        problems.append(
          TagProblem(line: nil, message: "is empty: write what it shows, or {{! nothing }} where that is meant"))
      }
      if let line = MarkupPlaceholders.firstControlCharacter(in: text) {
        problems.append(TagProblem(line: line, message: "a control character"))
      }
      if text.unicodeScalars.contains(where: { [CompiledTemplates.opening, CompiledTemplates.closing].contains($0) }) {
        problems.append(TagProblem(line: nil, message: "a private character, U+F8F0 or U+F8F1"))
      }
    } catch {
      problems.append(error)
    }
    if !problems.isEmpty { broken[name] = problems }
  }

  private mutating func verify(_ piece: any Piece.Type) {
    verify(piece.template, TagStack([TagSource(piece)]))
    guard texts[piece.template] != nil else { return }
    verifyFields(of: piece, in: piece.template)
    guard piece is any Layout.Type else { return }
    let times = parsed.count(of: "stage", in: piece.template)
    if times != 1 {
      report(piece.template, nil, "a layout prints {{stage}} once, and this one \(times) times")
    } else if !parsed.isAlone("stage", in: piece.template) {
      report(piece.template, nil, "what stands beside {{stage}} in its element is missing on streamed pages")
    }
  }

  /// Reports the fields of a view's form that its template does not have.
  private mutating func verifyFields<V: TemplateView>(of view: V.Type, in template: String) {
    let names = V.fields.filter { $0.value.kind.isFormField }.map(\.key).sorted()
    guard !names.isEmpty else { return }
    let markup = parsed.including(template).compactMap { texts[$0] }
    func isWrittenOut(_ name: String) -> Bool { markup.contains { $0.contains("name=\"\(name)\"") } }
    for name in names where parsed.count(of: name, in: template) == 0 && !isWrittenOut(name) {
      report(template, nil, "the form has no field \(name)")
    }
    if V.fields["version"] != nil, !isWrittenOut("version") { report(template, nil, "the form has no field version") }
  }

  private mutating func verify<S: Screen>(_ screen: S.Type) {
    func known(_ view: any TemplateView.Type, _ state: ViewName? = nil, _ reason: Reason? = nil) -> TagStack {
      let facts = reason.map { StateFacts($0).kinds } ?? [:]
      let words = state.map { messages.record(of: S.owners, for: $0) } ?? [:]
      return TagStack([
        TagSource(view, facts: facts, knownFacts: knownFacts, words: words), TagSource(S.Caption.self),
        TagSource(names: facts),
      ])
    }
    if S.Content.self != Never.self {
      if texts["\(S.name.path)/content"] == nil {
        report("\(S.name.path)/content", nil, "is missing: content needs a template")
      }
      if S.samples.isEmpty { report(S.name.path, nil, "the screen has no sample") }
      verifyFields(of: S.View.self, in: "\(S.name.path)/content")
    }
    if let mistake = S.timing.flatMap({ $0.mistake(of: "\(S.self).timing", by: $0.deadline) }) {
      report(S.name.path, nil, mistake)
    }
    for name in S.Caption.fields.keys.sorted() where Self.stateTags.contains(name) {
      report(S.name.path, nil, "the caption's tag \(name) is hidden by that of a state: give it another name")
    }
    for variant in [nil] + S.variants {
      func verify(_ state: ViewName, _ stack: TagStack) { self.verify(S.name, in: variant, state, stack) }
      if texts["\(S.name.path)/content"] != nil {
        for name in S.contentTemplates { verify(name, known(S.View.self)) }
      }
      verify("unloaded", known(UnloadedView.self, "unloaded"))
      if choice.template(of: S.name, in: variant, for: "loading") != nil { verify("loading", known(LoadingView.self)) }
      verify("refreshing", known(StatusView.self, "refreshing"))
      for words in [StatusWords.first, .stillWorking] { verify(words.name, known(StatusView.self, words.name)) }
      for stage in S.stages {
        let name = StatusWords.stage(stage).name
        verify(name, known(StatusView.self, name, stage))
      }
      for state in S.emptyReasons.map(ViewState<S.Content>.empty) + S.otherStates.map(ViewState.other) {
        verify(state.templateName, known(EmptyView.self, state.templateName, state.reason))
      }
      for failure in S.possibleFailures {
        let (name, refresh) = (failure.templateName(in: "failed"), failure.templateName(in: "refresh-failed"))
        verify(name, known(FailedView.self, name, failure.reason))
        if S.Content.self != Never.self { verify(refresh, known(FailedView.self, refresh, failure.reason)) }
      }
    }
  }

  private mutating func gather<S: Screen>(by screen: S.Type) {
    let reasons = S.emptyReasons + S.otherStates + S.stages + S.possibleFailures.map(\.reason)
    knownFacts.formUnion(reasons.flatMap { StateFacts($0).kinds.keys })
    for failure in S.possibleFailures {
      let offer = failureActions(S.name, failure)
      if !offer.icon.isEmpty { chosen[.icon, default: []].insert(offer.icon) }
      for action in offer.actions { chosen[.label, default: []].insert(action.label) }
    }
  }

  /// The tags of states other than content, which go before those of a caption.
  private static let stateTags = Set(EmptyView.fields.keys).union(FailedView.fields.keys).union(StatusView.fields.keys)
    .union(UnloadedView.fields.keys)

  private mutating func verify<G: Gate>(_ gate: G.Type) {
    for reason in G.Reason.allCases {
      if let template = choice.template(of: G.name, for: GateRegion<G>.templateName(reason)) {
        verify(template, TagStack([TagSource(G.View.self)]))
      } else {
        report("\(G.name.path)/\(reason.rawValue)", nil, "is missing: no template stands for this reason of the gate")
      }
      if !G.samples.contains(where: { $0.reason == reason }) {
        report(G.name.path, nil, "the gate has no sample of the reason \(reason.rawValue)")
      }
    }
  }

  private mutating func verify(_ screen: ViewName, in variant: ViewName? = nil, _ state: ViewName, _ stack: TagStack) {
    guard let template = choice.template(of: screen, in: variant, for: state) else {
      return report("\(screen.path)/\(state.path)", nil, "no template stands for this state")
    }
    verify(template, stack)
  }

  /// - Parameter including: the templates that include this one, outermost first.
  private mutating func verify(_ template: String, _ stack: TagStack, including: [String] = []) {
    if used.insert(template).inserted { reportText(of: template) }
    guard texts[template] != nil else { return report(template, nil, "is missing") }
    guard let tags = parsed.tags[template] else { return }
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
        let names: [String]
        switch stack.kind(of: name) {
        case .template(let among): names = among
        case .chosen(let role): names = (chosen[role] ?? []).sorted()
        case .message(let message): names = [message]
        case .absent:
          report(template, line, "{{> *\(name)}} is missing in the catalogue for a state that \(including[0]) shows")
          continue
        default:
          report(template, line, "{{> *\(name)}} is no template field of its view")
          continue
        }
        chosenByViews.formUnion(names)
        for name in names {
          if texts[name] == nil, let message = stack.message(of: name) {
            report(name, nil, "is missing: \(message) needs words")
            continue
          }
          include(name, in: including, line, stack)
          if place.isInAttribute { verifyAttribute(name, template, line) }
        }
      case .variable(let name, let place, let line):
        switch stack.kind(of: name) {
        case .number where messages.isCount(name, outsidePlural: template):
          report(template, line, PluralCount.problem(of: name))
        case .text, .number:
          guard let attribute = place.address else { break }
          report(
            template, line,
            """
            {{\(name)}} begins the address in \(attribute), where text could become a script: declare it as .address in \
            \(stack.view(of: name))
            """)
        case .intent(let type) where !intents.accept(type):
          report(template, line, "{{\(name)}} sends a \(type), which has no address: give it to the parameter sending")
        case .address, .intent: break
        case .markup where place.isInAttribute, .pieces where place.isInAttribute:
          report(template, line, "{{\(name)}} is markup, which cannot stand in an attribute")
        case .markup: break
        case .pieces(let piece): verify(piece)
        case .flag, .view, .rows, .template, .facts, .words, .message, .chosen:
          report(template, line, "{{\(name)}} is nothing to print")
        case .absent: report(template, line, "{{\(name)}} is no fact of every reason that this is shown for")
        case nil:
          report(template, line, "{{\(name)}} is not declared by its view", stack.suggestion(for: name, in: template))
        }
      case .section(let name, let inverted, let inner, let place, let line):
        switch stack.kind(of: name) {
        case .text, .address, .intent: verify(inner, of: including, inverted ? stack : stack.entered())
        case .flag: verify(inner, of: including, stack)
        case .rows where place.address != nil && !inverted:
          report(template, line, "{{#\(name)}} are rows, which cannot begin an address")
        case .view(let view), .rows(let view):
          verify(inner, of: including, inverted ? stack : stack.entered(TagSource(view)))
        case .number: verify(inner, of: including, inverted ? stack : stack.entered(TagSource(PluralCount.self)))
        case .message: if !inverted { verify(inner, of: including, stack.entered()) }
        case .absent: if inverted { verify(inner, of: including, stack) }
        case .markup, .pieces, .template, .facts, .words, .chosen:
          report(template, line, "{{#\(name)}} cannot be a section")
        case nil:
          report(template, line, "{{#\(name)}} is not declared by its view", stack.suggestion(for: name, in: template))
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
    if parsed.hasMarkup(partial) {
      report(template, line, "\(partial) has a quote or a <, and cannot stand in an attribute")
    }
  }

  /// - Parameter hint: what may be meant, of which the first of several is named.
  private mutating func report(_ template: String, _ line: Int?, _ message: String, _ hint: String = "") {
    guard seen.insert(.init(template: template, line: line, message: message)).inserted else { return }
    problems.append(.init(template: template, line: line, message: message + hint))
  }
}
