import Crypto
import Mustache
import StateViews
import Synchronization

/// The templates of an app, loaded and verified once: rendering them cannot fail.
@usableFromInline package struct Catalogue: Sendable {
  /// A hash of the templates' texts and the base path, part of the name of every kept page.
  package let hash: String
  /// The path below which the app is served; every address of the app that a template prints begins with it.
  package let basePath: BasePath
  package let screens: [any Screen.Type]

  let texts: [String: String]
  /// The language of the messages, a BCP 47 tag.
  package var language: String { messages.language }
  let messages: MessageCatalogue
  /// The addresses of what its views send.
  @usableFromInline var intents: IntentAddresses
  /// The markup of the parts within the content that is rendered, by their names.
  var parts: [String: Markup] = [:]
  /// Whether parts print their names alone; see ``partProblems(of:)``.
  var printsPartNames = false
  let numbers: NumberPrinter
  /// The catalogues in the other languages, by their tags. Each is compiled for its first reader, so that a start takes no longer for them.
  private var others: [String: Translation] = [:]
  /// Chooses what a failure offers.
  let failureActions: FailureActions.Choice
  private let compiled = CompiledTemplates()
  private let choice: TemplateChoice
  /// The screens, gates and pieces with verified templates.
  private let registered: Set<ObjectIdentifier>
  private var library = MustacheLibrary()

  /// Loads and verifies the templates of a folder; see ``Templates``.
  /// - Throws: everything that is wrong, at once.
  package init(
    _ folder: String, words: [String] = [], screens: [any Screen.Type], gates: [any Gate.Type] = [],
    pieces: [any Piece.Type], links: [String: String] = [:], sending intents: IntentAddresses = IntentAddresses(),
    allowsUnused: Bool = false, basePath: BasePath = .root,
    failureActions: @escaping FailureActions.Choice = { _, _ in FailureActions() }
  ) throws(TemplateProblems) {
    let messages = try MessageCatalogue.all(words)
    try self.init(
      texts: TemplateFolder(folder).texts(), messages: messages.first ?? MessageCatalogue(),
      translations: Array(messages.dropFirst()), screens: screens, gates: gates, pieces: pieces, links: links,
      sending: intents, allowsUnused: allowsUnused, basePath: basePath, failureActions: failureActions)
  }

  init(
    texts own: [String: String], messages: MessageCatalogue = MessageCatalogue(), translations: [MessageCatalogue] = [],
    screens: [any Screen.Type], gates: [any Gate.Type] = [], pieces: [any Piece.Type], links: [String: String] = [:],
    sending intents: IntentAddresses = IntentAddresses(), allowsUnused: Bool = false, basePath: BasePath = .root,
    failureActions: @escaping FailureActions.Choice = { _, _ in FailureActions() }
  ) throws(TemplateProblems) {
    HTMLEscaping.register()
    self.messages = messages.verified
    numbers = .of(messages.language)
    self.failureActions = failureActions
    self.intents = intents
    let linked = TemplateLinks(links, in: own.merging(messages.texts) { $1 })
    let own = linked.texts
    texts = EmbeddedTemplates.texts(besides: messages).merging(own) { _, own in own }
    self.screens = screens
    self.basePath = basePath
    registered = Set(
      screens.map { ObjectIdentifier($0) } + gates.map { ObjectIdentifier($0) }
        + (Verification.pieces + pieces).map { ObjectIdentifier($0) })
    choice = TemplateChoice(among: texts.keys, screens: screens, gates: gates, messages: messages)
    let verification = Verification(
      texts: texts, own: allowsUnused ? nil : Array(own.keys), choice: choice, messages: messages,
      failureActions: failureActions,
      screens: screens, gates: gates, pieces: pieces, basePath: basePath, intents: intents)
    func matters(_ template: String) -> Bool { !allowsUnused || verification.used.contains(template) }
    var problems = verification.problems
    problems += linked.problems.filter { matters($0.template) }
    // Verification reports the same with the line.
    let isExplained = !problems.isEmpty
    let completed = texts.filter { !MessageCatalogue.isMessage($0.key) }.mapValues {
      Self.withoutIndentation(TemplateTags.completed($0, below: basePath))
    }
    hash = Self.hash(texts, translations, basePath)
    let chosen = verification.chosenByViews
    compile(completed, and: chosen) { name, error in
      // Verification reports the same with the line, and what is not used doesn't matter.
      guard matters(name), !isExplained else { return }
      problems.append(TemplateProblems.Problem(template: name, line: nil, message: "\(error)"))
    }
    problems = problems.map(messages.located)
    // Verified by comparison: they have the tags of the messages that were verified above.
    for translation in translations { problems += translation.problems(comparedWith: messages) }
    if problems.isEmpty { problems = partProblems(of: screens) }
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
    for translation in translations.map(\.verified) {
      others[translation.language] = Translation { [first = self] in
        Catalogue(first, in: translation, completed, and: chosen)
      }
    }
  }

  /// Templates with the messages of another language, which were compared with those of the first one.
  private init(
    _ first: Catalogue, in messages: MessageCatalogue, _ templates: [String: String], and chosen: Set<String>
  ) {
    (hash, basePath, screens, texts, failureActions) = (
      first.hash, first.basePath, first.screens, first.texts, first.failureActions
    )
    intents = first.intents
    (choice, registered, library) = (first.choice, first.registered, first.library)
    self.messages = messages
    numbers = .of(messages.language)
    // Templates without words are shared.
    compile(templates.filter { MessageCatalogue.hasMessages($0.value) }, and: chosen) { name, _ in
      assertionFailure("\(name) can't be compiled in \(messages.language): comparison must have refused it")
    }
  }

  /// Compiles templates with their messages inserted. Of the messages, those remain partials that views choose or that stand on a line
  /// of their own.
  private mutating func compile(
    _ templates: [String: String], and chosen: Set<String>, _ report: (String, any Error) -> Void
  ) {
    var left = Array(templates.keys) + chosen.filter(MessageCatalogue.isMessage)
    var found = Set(left)
    while let name = left.popLast() {
      guard let text = templates[name] ?? messages.texts[name] else { continue }
      let inserted = messages.inserted(in: text)
      left += MessageCatalogue.messages(in: inserted).filter { found.insert($0).inserted }
      do { try library.register(HTMLEscaping.pragma + inserted, named: name) } catch { report(name, error) }
    }
  }

  /// The catalogue in a language or, if there is none, in the first one.
  /// - Parameter language: a BCP 47 tag; what a region lacks is in the language's own.
  package func spoken(in language: String) -> Catalogue {
    if others.isEmpty || language == self.language { return self }
    return (others[language] ?? others[String(language.prefix { $0 != "-" })])?.catalogue ?? self
  }

  /// The template of a screen for a state: the screen's own, else the app's for all screens, else the library's; within
  /// each, the nearest in the state's lineage.
  func template(of screen: ViewName, in variant: ViewName? = nil, for state: ViewName) -> String? {
    choice.template(of: screen, in: variant, for: state)
  }

  /// Whether a screen has a template or a record of words of its own for a failed state.
  func has(_ state: ViewName, of screen: (some Screen).Type, in variant: ViewName?) -> Bool {
    choice.ownTemplate(of: screen.name, in: variant, for: state) != nil
      || screen.owners.contains { owner in
        state.lineage.contains { messages.records["\(owner.path)/\($0.path)"] != nil }
      }
  }

  /// The catalogue for a page whose intents lead elsewhere.
  package func sending(_ own: IntentAddresses?) -> Self {
    var catalogue = self
    if let own { catalogue.intents = own.or(intents) }
    return catalogue
  }

  /// Whether the templates of a screen, gate or piece were verified.
  func isRegistered(_ type: Any.Type) -> Bool { registered.contains(ObjectIdentifier(type)) }

  package func render<P: Piece>(_ piece: P) -> Markup { render([piece]) }

  func render<P: Piece>(_ pieces: [P]) -> Markup {
    guard !pieces.isEmpty else { return .none }
    guard let template = compiled.template(of: P.template, for: P.self, numbers) else {
      return .joined(pieces.map { render($0, by: P.template) })
    }
    var html = ""
    template.write(pieces, to: &html, by: library, self)
    return Markup(rendered: html)
  }

  /// Renders a view by a template. Names that the view does not declare are looked up in `outer`.
  func render(_ view: some TemplateView, by template: String, around outer: (any TemplateView)? = nil) -> Markup {
    let placeholders = MarkupPlaceholders(self)
    let context = TemplateContext(view, placeholders)
    var layers: [any MustacheParent & Sendable] = [context]
    if let outer { layers.append(Self.fill(outer, placeholders)) }
    if let state = view as? any StateView { layers.append(Self.facts(of: state, placeholders)) }
    let object: any MustacheParent & Sendable = layers.count > 1 ? LayeredContext(layers: layers) : context
    guard let text = library.render(object, withTemplate: template) else {
      assertionFailure("no template \(template): verification must have refused it")
      return .none
    }
    return placeholders.join(text)
  }

  private static func fill(
    _ view: some TemplateView, _ placeholders: MarkupPlaceholders
  ) -> any MustacheParent & Sendable {
    TemplateContext(view, placeholders)
  }

  private static func facts(
    of view: some StateView, _ placeholders: MarkupPlaceholders
  ) -> any MustacheParent & Sendable {
    FactsContext(view, placeholders)
  }

  /// Removes indentation. Pages become smaller, and the engine, which indents the output of a partial by the partial's
  /// own indentation, cannot change the text of a text area.
  private static func withoutIndentation(_ text: String) -> String {
    // By scalars: in Swift "\r\n", the line end of files from Windows, is one `Character` and not equal to "\n".
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " || $0 == "\t" }) }
      .joined(separator: "\n")
  }

  private static func hash(
    _ texts: [String: String], _ translations: [MessageCatalogue], _ basePath: BasePath
  ) -> String {
    var hash = SHA256()
    hash.update(data: Array(basePath.path.utf8))
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(String(prefixingLengths: [name, text]).utf8))
    }
    for translation in translations {
      for (key, text) in translation.texts.sorted(by: { $0.key < $1.key }) {
        hash.update(data: Array(String(prefixingLengths: [translation.language, key, text]).utf8))
      }
    }
    return hash.finalize().prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

/// The catalogue in another language, compiled once, when it is first asked for.
private final class Translation: Sendable {
  private let compile: @Sendable () -> Catalogue
  private let compiled = Mutex<Catalogue?>(nil)

  init(_ compile: @escaping @Sendable () -> Catalogue) { self.compile = compile }

  var catalogue: Catalogue {
    compiled.withLock { compiled in
      let catalogue = compiled ?? compile()
      compiled = catalogue
      return catalogue
    }
  }
}
