import StateViews

/// Holds every template against the views that will fill it.
struct Verification {
  private(set) var problems: [TemplateProblems.Problem] = []
  private let texts: [String: String]
  private let choice: TemplateChoice
  private var parsed: [String: TemplateTags] = [:]
  private var seen: Set<TemplateProblems.Problem> = []

  init(texts: [String: String], choice: TemplateChoice, screens: [any Screen.Type], pieces: [any Piece.Type]) {
    self.texts = texts
    self.choice = choice
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) { parse(name, text) }
    let own: [any Piece.Type] = [
      RegionWrapper.self, Placeholder.self, StatusLine.self, Slot.self, FixedPiece.self, ShadowRoot.self,
    ]
    for piece in own + pieces { verify(piece.template, [TagSource(piece)]) }
    for screen in screens { verify(screen) }
  }

  private mutating func parse(_ name: String, _ text: String) {
    do throws(TagProblem) {
      parsed[name] = try TemplateTags(of: text)
      if let line = AttributeQuotes.firstUnquotedTag(in: text) {
        report(name, line, "a tag in an attribute that is not in double quotes")
      }
    } catch {
      report(name, error.line, error.message)
    }
  }

  private mutating func verify<S: Screen>(_ screen: S.Type) {
    let caption = TagSource(S.Caption.self)
    let hasContent = S.Content.self != Never.self
    if hasContent, texts["\(S.name.path)/content"] == nil {
      report("\(S.name.path)/content", nil, "is missing: content needs a template")
    }
    if hasContent { verify(S.self, "content", [caption, TagSource(S.View.self)]) }
    verify(S.self, "unloaded", [caption, TagSource(UnloadedView.self)])
    verify(S.self, "loading", [caption, TagSource(LoadingView.self)])
    verify(S.self, "status", [caption, TagSource(StatusView.self)])
    verify(S.self, "status/still-working", [caption, TagSource(StatusView.self)])
    verify(S.self, "refreshing", [caption, TagSource(StatusView.self)])
    for reason in S.emptyReasons {
      let source = TagSource(EmptyView.self, facts: StateFacts(reason).kinds)
      verify(S.self, ViewState<S.Content>.empty(reason).templateName, [caption, source])
    }
    for failure in S.failures {
      let source = TagSource(FailedView.self, facts: StateFacts(failure.reason).kinds)
      verify(S.self, ViewState<S.Content>.failed(failure).templateName, [caption, source])
      verify(S.self, ViewName("stale"), [caption, source])
    }
    if hasContent, S.samples.isEmpty { report(S.name.path, nil, "the screen has no sample") }
  }

  private mutating func verify<S: Screen>(_ screen: S.Type, _ state: ViewName, _ stack: [TagSource]) {
    guard let template = choice.template(of: S.name, for: state) else {
      return report("\(S.name.path)/\(state.path)", nil, "no template stands for this state")
    }
    verify(template, stack)
  }

  private mutating func verify(_ template: String, _ stack: [TagSource], depth: Int = 0) {
    guard depth < 16 else { return report(template, nil, "partials include one another without end") }
    guard texts[template] != nil else { return report(template, nil, "is missing") }
    guard let tags = parsed[template] else { return }
    verify(tags.tags, in: template, stack, depth)
  }

  private mutating func verify(_ tags: [TemplateTags.Tag], in template: String, _ stack: [TagSource], _ depth: Int) {
    for tag in tags {
      switch tag {
      case .partial(let name, let line):
        if texts[name] == nil {
          report(template, line, "there is no template \(name)")
        } else {
          verify(name, stack, depth: depth + 1)
        }
      case .dynamicPartial(let name, let line):
        guard case .template(let names)? = TagSource.kind(of: name, in: stack) else {
          report(template, line, "{{> *\(name)}} is no template field of its view")
          continue
        }
        for name in names { verify(name, stack, depth: depth + 1) }
      case .variable(let name, let line):
        switch TagSource.kind(of: name, in: stack) {
        case .text, .markup: break
        case .flag, .view, .rows, .template, .facts: report(template, line, "{{\(name)}} is nothing to print")
        case nil: report(template, line, "{{\(name)}} is not declared by its view")
        }
      case .section(let name, _, let inner, let line):
        switch TagSource.kind(of: name, in: stack) {
        case .text, .flag: verify(inner, in: template, stack, depth)
        case .view(let view): verify(inner, in: template, stack + [TagSource(view)], depth)
        case .rows(let row): verify(inner, in: template, stack + [TagSource(row)], depth)
        case .markup, .template, .facts: report(template, line, "{{#\(name)}} cannot be a section")
        case nil: report(template, line, "{{#\(name)}} is not declared by its view")
        }
      }
    }
  }

  private mutating func report(_ template: String, _ line: Int?, _ message: String) {
    let problem = TemplateProblems.Problem(template: template, line: line, message: message)
    if seen.insert(problem).inserted { problems.append(problem) }
  }
}

/// One layer of the context in which a template is filled: the tags that it declares.
struct TagSource {
  private let kinds: [String: FieldKind]
  private let facts: [String: FieldKind]

  init(_ view: any TemplateView.Type, facts: [String: FieldKind] = [:]) {
    kinds = Self.kinds(of: view)
    self.facts = facts
  }

  /// What a tag of a name would find, looking from the innermost layer outwards as the engine does.
  static func kind(of name: String, in stack: [TagSource]) -> FieldKind? {
    var parts = name.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    guard let first = parts.popFirst(), let source = stack.last(where: { $0.kinds[first] != nil }) else { return nil }
    var kind = source.kinds[first]
    while let part = parts.popFirst() {
      switch kind {
      case .view(let view): kind = kinds(of: view)[part]
      case .facts: kind = source.facts[part]
      case .text, .flag, .rows, .markup, .template, nil: return nil
      }
    }
    return kind
  }

  private static func kinds(of view: any TemplateView.Type) -> [String: FieldKind] {
    func kinds<V: TemplateView>(_ view: V.Type) -> [String: FieldKind] { V.fields.mapValues(\.kind) }
    return kinds(view)
  }
}
