import Foundation
import Hummingbird
import Synchronization

/// The templates of an app.
///
/// ```swift
/// let templates = try Templates(
///   "Templates", screens: [BooksScreen.self, ProblemScreen.self], gates: [CardGate.self], pieces: [PageLayout.self])
/// ```
///
/// A release build reads them once. A debug build checks the folder for every page by default: a changed template shows
/// on reload, and a broken one is reported in place of the page.
public final class Templates: Sendable {
  /// The path below which the app is served; see ``BasePathResponder``.
  package let basePath: BasePath
  package let screens: [any Screen.Type]
  package let gates: [any Gate.Type]
  private let folder: String
  private let words: [String]
  private let isReloading: Bool
  private let load: @Sendable () throws(TemplateProblems) -> Catalogue
  private let latest: Mutex<(stamp: [String: Date], catalogue: Result<Catalogue, TemplateProblems>)>

  /// Loads the templates of a folder over the library's own defaults, and verifies them.
  ///
  /// Every template must parse, use only partials that exist and tags that its view declares, and quote its attributes.
  /// Every screen needs a template for its content, and every state of every screen must find one.
  /// - Parameters:
  ///   - folder: the folder's path; its files end in `.mustache`.
  ///   - words: the paths of the catalogues of messages, one a language, such as `Words/en.json`. The first is the one that the others
  ///     are compared with, and that readers of other languages get. None if the templates have all words.
  ///   - screens: every screen of the app.
  ///   - gates: every screen for readers who are signed out.
  ///   - pieces: every layout and every view outside the regions of a page.
  ///   - links: the addresses that any template may link to, as `{{links.trash}}`.
  ///   - intents: the addresses of the intents that views and facts send, on pages without their own.
  ///   - allowsUnused: whether the folder may have templates that none of these uses; for tests of single screens.
  ///   - isReloading: whether changes in the folder are read while the app runs.
  ///   - failureActions: chooses what a failure of a screen offers beside its words.
  /// - Throws: everything that is wrong with them, a line for each problem; ``runOrExit(isolation:_:)`` prints them.
  public convenience init(
    _ folder: String, words: [String] = [], screens: [any Screen.Type], gates: [any Gate.Type] = [],
    pieces: [any Piece.Type], links: [String: String] = [:], sending intents: IntentAddresses = IntentAddresses(),
    allowsUnused: Bool = false, isReloading: Bool = Pages.isDebugBuild,
    failureActions: @escaping FailureActions.Choice = { _, _ in FailureActions() }
  ) throws {
    try self.init(
      folder, words: words, screens: screens, gates: gates, pieces: pieces, links: links, sending: intents,
      allowsUnused: allowsUnused, basePath: .root, isReloading: isReloading, failureActions: failureActions)
  }

  /// Loads the templates of an app that is served below a path, with which every address of the app begins.
  package init(
    _ folder: String, words: [String] = [], screens: [any Screen.Type], gates: [any Gate.Type] = [],
    pieces: [any Piece.Type],
    links: [String: String] = [:], sending intents: IntentAddresses = IntentAddresses(), allowsUnused: Bool = false,
    basePath: BasePath, isReloading: Bool = Pages.isDebugBuild, failureActions: @escaping FailureActions.Choice
  ) throws(TemplateProblems) {
    (self.basePath, self.screens, self.gates) = (basePath, screens, gates)
    (self.folder, self.words, self.isReloading) = (folder, words, isReloading)
    load = { () throws(TemplateProblems) in
      try Catalogue(
        folder, words: words, screens: screens, gates: gates, pieces: pieces, links: links, sending: intents,
        allowsUnused: allowsUnused, basePath: basePath, failureActions: failureActions)
    }
    latest = Mutex((TemplateFolder(folder).stamp(with: words), .success(try load())))
  }

  /// The languages of the catalogues, BCP 47 tags; the first one is that of readers of other languages.
  public var languages: [String] { words.map(MessageCatalogue.language) }

  /// The messages of a language that have the words of the first one, and the number of all messages.
  package func untranslated(in language: String) throws(TemplateProblems) -> (keys: [String], all: Int) {
    let catalogues = try MessageCatalogue.all(words)
    guard let first = catalogues.first,
      let own = catalogues.dropFirst().first(where: { $0.language == language.prefix { $0 != "-" } })
    else { return ([], 0) }
    return (own.untranslated(from: first), first.forms.count)
  }

  /// The current templates, or their problems if they were reloaded and are broken.
  package func current() -> Result<Catalogue, TemplateProblems> {
    guard isReloading else { return latest.withLock { $0.catalogue } }
    let stamp = TemplateFolder(folder).stamp(with: words)
    return latest.withLock { latest in
      if latest.stamp != stamp { latest = (stamp, Result { () throws(TemplateProblems) in try load() }) }
      return latest.catalogue
    }
  }
}

extension TemplateProblems {
  /// A plain text response for the developer who edits the templates. A release build never sends it.
  var response: Response {
    Response(
      status: .internalServerError, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "The templates are broken.\n\n\(description)\n")))
  }
}
