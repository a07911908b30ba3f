import Crypto
import Mustache
import StateViews

/// All templates of an app, loaded and verified once: what is in it can be rendered without surprises.
public struct Catalogue: Sendable {
  /// Names the templates by what is in them: part of the cache key of everything rendered by them.
  public let hash: String
  /// The screens that it was verified for.
  public let screens: [any Screen.Type]

  let texts: [String: String]
  private let outlines = CompiledTemplates()
  private let choice: TemplateChoice
  /// The screens, gates and pieces whose templates were verified.
  private let registered: Set<ObjectIdentifier>
  private let library: MustacheLibrary

  /// Loads the templates of a folder over the library's own defaults, and verifies them.
  ///
  /// Every template must parse, name only partials that exist and tags that its view declares, and quote its attributes; every
  /// screen needs a template for its content, and every state of every screen must find one.
  /// - Parameters:
  ///   - folder: the folder's path; its files end in `.mustache`.
  ///   - screens: every screen of the app.
  ///   - gates: every screen that is shown to somebody who is signed out.
  ///   - pieces: every layout and every view that stands in a page outside the regions.
  ///   - links: the addresses that any template may link to, as `{{links.trash}}`: those that a flow gives for events that can be sent
  ///     from everywhere.
  /// - Throws: everything that is wrong, at once.
  public init(
    _ folder: String, screens: [any Screen.Type], gates: [any Gate.Type] = [], pieces: [any Piece.Type],
    links: [String: String] = [:]
  ) throws(TemplateProblems) {
    try self.init(texts: TemplateFolder(folder).texts(), screens: screens, gates: gates, pieces: pieces, links: links)
  }

  init(
    texts own: [String: String], screens: [any Screen.Type], gates: [any Gate.Type] = [], pieces: [any Piece.Type],
    links: [String: String] = [:]
  ) throws(TemplateProblems) {
    HTMLEscaping.register()
    let linked = TemplateLinks(links, in: own)
    let own = linked.texts
    texts = EmbeddedTemplates.texts.merging(own) { _, own in own }
    self.screens = screens
    registered = Set(
      screens.map { ObjectIdentifier($0) } + gates.map { ObjectIdentifier($0) }
        + (Verification.pieces + pieces).map { ObjectIdentifier($0) })
    choice = TemplateChoice(among: texts.keys, screens: screens, gates: gates)
    var problems = Verification(
      texts: texts, own: own.keys, choice: choice, screens: screens, gates: gates, pieces: pieces
    ).problems
    problems += linked.problems
    let explained = Set(problems.map(\.template))
    var library = MustacheLibrary()
    for (name, text) in texts {
      do {
        try library.register(HTMLEscaping.pragma + Self.withoutIndentation(text), named: name)
      } catch  where !explained.contains(name) {
        problems.append(TemplateProblems.Problem(template: name, line: nil, message: "\(error)"))
      } catch {
        // Verification has told it better.
      }
    }
    self.library = library
    hash = Self.hash(texts)
    guard problems.isEmpty else { throw TemplateProblems(problems: problems) }
  }

  /// The template of a screen for a state: the screen's own, else the app's for all screens, else the library's; within each,
  /// the nearest in the state's lineage.
  func template(of screen: ViewName, for state: ViewName) -> String? {
    choice.template(of: screen, for: state)
  }

  /// Everybody's template for a state.
  func sharedTemplate(for state: ViewName) -> String? {
    choice.sharedTemplate(for: state)
  }

  /// Whether the templates of a screen, gate or piece were verified.
  func isRegistered(_ type: Any.Type) -> Bool {
    registered.contains(ObjectIdentifier(type))
  }

  /// A piece, rendered by its own template.
  public func render<P: Piece>(_ piece: P) -> Markup {
    render([piece])
  }

  /// Pieces one after the other, each rendered by its own template.
  func render<P: Piece>(_ pieces: [P]) -> Markup {
    guard let outline = outlines.outline(of: P.template, for: P.self) else {
      return .joined(pieces.map { render($0, by: P.template) })
    }
    var html = ""
    outline.write(pieces, to: &html, by: library, self)
    return Markup(rendered: html)
  }

  /// A view rendered by a template, with what is known around it.
  func render(_ view: some TemplateView, by template: String, around outer: (any TemplateView)? = nil) -> Markup {
    let joints = MarkupPlaceholders(self)
    let filling = TemplateContext(view, joints)
    let object: any MustacheParent & Sendable =
      outer.map { LayeredContext(layers: [filling, Self.fill($0, joints)]) } ?? filling
    guard let text = library.render(object, withTemplate: template) else {
      assertionFailure("no template \(template): verification must have refused it")
      return .none
    }
    return joints.join(text)
  }

  private static func fill(_ view: some TemplateView, _ joints: MarkupPlaceholders) -> any MustacheParent & Sendable {
    TemplateContext(view, joints)
  }

  /// Indentation is for the author. Without it pages are smaller, and the engine, which indents what a partial prints by the
  /// partial's own indentation, cannot change what stands in a text area.
  private static func withoutIndentation(_ text: String) -> String {
    // By scalars: to Swift, the end of a line in a file from Windows is one character, and not "\n".
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " || $0 == "\t" }) }
      .joined(separator: "\n")
  }

  private static func hash(_ texts: [String: String]) -> String {
    var hash = SHA256()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      hash.update(data: Array(CacheKey(name, text).description.utf8))
    }
    return hash.finalize().prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
