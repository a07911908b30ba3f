public import StateViews

/// One kind of screen, or of region: the view of its content, and its other states.
///
/// ```swift
/// enum BookScreen: Screen {
///   static let name: ViewName = "book"
///   static let failures = [Failure(.sourceFailed)]
///   static let samples = [Sample<BookScreen>("one", content: Book(id: 1, title: "Emma"))]
///
///   static func view(of book: Book, for look: DisplaySettings) -> BookRow { BookRow(id: book.id, title: book.title, due: nil) }
/// }
/// ```
///
/// Its templates are in the folder of its name, one file per state: `Templates/<name>/content.mustache` is required,
/// the others (`loading`, `empty`, `other`, `failed`, `unloaded`, and reasons within them, such as `empty/all-done`) have
/// defaults. While it loads, it shows its first sample without the words: bars in their places. What its caption knows already is shown
/// by elements with the attribute `data-known`.
public protocol Screen: Sendable {
  /// The content that its loader returns.
  associatedtype Content: Sendable
  /// What is known before the load, and shown in every state: the name of a list, its last count.
  associatedtype Caption: TemplateView = NoCaption
  /// The view of its content template.
  associatedtype View: TemplateView

  /// The name of its folder of templates.
  static var name: ViewName { get }
  /// The name of the folder of templates, and of the messages, that it shares with some other screens, such as those of one kind of
  /// source; nil by default.
  static var family: ViewName? { get }
  /// The reasons for emptiness that its loader can return, with sample facts.
  static var emptyReasons: [Reason] { get }
  /// The states of its own that its loader can return, with sample facts: nothing was asked yet, a job is still running.
  static var otherStates: [Reason] { get }
  /// The failures that its loader can end in, with sample facts.
  static var failures: [Failure] { get }
  /// The failures that the gallery shows; all by default. A screen whose failures are those of another shows two.
  static var shownFailures: [Failure] { get }
  /// The stages that its loader reports, with sample facts.
  static var stages: [Reason] { get }
  /// Fixed samples, for the gallery, rehearsals and tests; at least one.
  static var samples: [Sample<Self>] { get }
  /// The content, formatted for a look.
  static func view(of content: Content, for look: DisplaySettings) -> View
  /// The kind of a content that looks unlike others, such as `copies`: it has the template `content/copies`. Nil, the default, is for the
  /// template `content`. Each kind has a sample.
  static func kind(of content: Content) -> ViewName?
  /// The view of a sample from which the placeholder is made. A list has as many rows as its caption tells, see
  /// ``ListScreen/placeholderRows(for:)``.
  static func placeholder(of sample: Content, for caption: Caption, _ look: DisplaySettings) -> View
  /// The names of folders within its own, with templates for places where it looks different, such as `card`. A region names one of
  /// them; a state that a folder has no template for is shown by those of the screen.
  static var variants: [ViewName] { get }
  /// When its placeholder is shown, and its deadline; nil, the default, for ``Pages/Patience``. A page is streamed as soon as the delay of
  /// one of its regions is over, with the placeholders of all others.
  static var timing: Timing? { get }
  /// The number of rows of the content: long pages are rendered on another thread, so that they delay no others.
  static func rows(in content: Content) -> Int
}

extension Screen {
  /// The failures that any loader can end in: the source is busy or does not answer, or the program has a bug.
  public static var failures: [Failure] { Failure.usual }
  /// All that its loader can end in.
  public static var shownFailures: [Failure] { failures }
  /// The timing of all regions.
  public static var timing: Timing? { nil }
  /// One: most content renders fast.
  public static func rows(in content: Content) -> Int { 1 }
  /// The whole sample.
  public static func placeholder(of sample: Content, for caption: Caption, _ look: DisplaySettings) -> View {
    view(of: sample, for: look)
  }
  /// None: all content has one template.
  public static func kind(of content: Content) -> ViewName? { nil }
  /// None: its loader always finds content, or fails.
  public static var emptyReasons: [Reason] { [] }
  /// None: its states are those that every screen has.
  public static var otherStates: [Reason] { [] }
  /// None: it looks the same everywhere.
  public static var variants: [ViewName] { [] }
  /// None: the loader reports no progress.
  public static var stages: [Reason] { [] }
  /// None: it shares its messages with all screens or with none.
  public static var family: ViewName? { nil }

  /// The owners of its messages, before those of all screens.
  static var owners: [ViewName] { [name] + (family.map { [$0] } ?? []) }

  /// The undeclared failures of every screen: a load can miss its deadline, and the server can stop. A screen without
  /// content also shows requests that fail as a whole.
  static var otherFailures: [Failure] {
    (failures.contains { $0.kind == .timedOut } ? [] : [Failure(.timedOut)]) + Failure.ofTheServer
      + (Content.self == Never.self ? RequestProblem.failures : [])
  }

  /// The names of the templates of its content.
  static var contentTemplates: [ViewName] {
    Array(Set(samples.map { contentTemplate(of: $0.content) } + ["content"])).sorted { $0.path < $1.path }
  }

  static func contentTemplate(of content: Content) -> ViewName {
    kind(of: content).map { ViewName("content/\($0.path)") } ?? "content"
  }

  /// All failures that it can be shown in: those declared, and of those that aren't each kind, which any load can end in.
  static var possibleFailures: [Failure] {
    let declared = failures + otherFailures
    guard Content.self != Never.self else { return declared }
    return declared
      + Failure.Kind.allCases.filter { kind in !declared.contains { $0.kind == kind } }.map { Failure($0) }
  }
}

extension Failure {
  /// The failures that any loader can end in.
  public static let usual = [Failure(.unavailable), Failure(.timedOut), Failure(.internal)]
}

/// The screen of a page that has failed as a whole: `Region<ProblemScreen>("problem", failed: failure)`. An app that shows more there than
/// the failure declares one of its own.
public enum ProblemScreen: Screen {
  /// A problem page never has content.
  public typealias Content = Never
  /// A problem page never has content.
  public typealias View = NoCaption
  /// The folder of an app's own templates for problem pages, if it has any.
  public static let name: ViewName = "problem"
}

extension Screen where View == Content {
  /// The content itself, which needs no formatting.
  public static func view(of content: Content, for look: DisplaySettings) -> View { content }
}

extension Screen where Content == Never {
  /// None: there is no content to sample.
  public static var samples: [Sample<Self>] { [] }
}

extension Screen where Content == Never, View == NoCaption {
  /// Never called.
  public static func view(of content: Never, for look: DisplaySettings) -> NoCaption {}
}

/// A sample of a screen: its caption and its content.
public struct Sample<S: Screen>: Sendable {
  /// A short name for what the sample shows: `long-titles`.
  public let name: String
  /// What is known before the load.
  public let caption: S.Caption
  /// The content that the load returns.
  public let content: S.Content

  /// Creates a named sample.
  public init(_ name: String, caption: S.Caption, content: S.Content) {
    (self.name, self.caption, self.content) = (name, caption, content)
  }
}

extension Sample where S.Caption == NoCaption {
  /// Creates a named sample of a screen without a caption.
  public init(_ name: String, content: S.Content) { self.init(name, caption: NoCaption(), content: content) }
}

/// The caption of a screen of which nothing is known before the load.
///
/// Also the view of a screen whose content has nothing to print:
///
/// ```swift
/// static func view(of content: Void, for look: DisplaySettings) -> NoCaption { NoCaption() }
/// ```
public struct NoCaption: TemplateView {
  /// No tags.
  public static let fields: [String: Field<NoCaption>] = [:]

  /// Creates the only value.
  public init() {}
}

/// A view with its own template: a layout, or a piece of a page outside the regions.
///
/// ```swift
/// struct Head: Piece {
///   static let template = "books/head"
///   static let fields: [String: Field<Head>] = ["title": .text(\.title)]
///   let title: String
/// }
/// ```
public protocol Piece: TemplateView {
  /// The template's name: its path in the folder, without the extension.
  static var template: String { get }
}

extension Piece {
  /// None: its template has all that it shows.
  public static var fields: [String: Field<Self>] { [:] }
}

/// A screen that is a list: any rows, each formatted by a view of its own.
///
/// ```swift
/// enum NotesScreen: ListScreen {
///   typealias Content = [Note]
///
///   static let name: ViewName = "notes"
///   static let emptyReasons: [Reason] = ["nothing-yet"]
///   static let fields: [String: Field<ListView<NotesScreen>>] = ["rows": .rows(\.rows)]
///
///   static func rows(of notes: [Note], for look: DisplaySettings) -> [NoteRow] {
///     notes.map { NoteRow(title: $0.title, due: Moment($0.due, for: look)) }
///   }
/// }
/// ```
///
/// Its loader returns `Loaded(notes, orEmpty: "nothing-yet")`: content if there are rows, otherwise empty with a reason.
public protocol ListScreen: Screen where Content: ListContent, View == ListView<Self> {
  /// The view of a row.
  associatedtype Row: TemplateView

  /// The tags of its content template: its rows, and any others, such as `.view { Moment($0.content.checked, for: $0.look) }`. Declare it
  /// as a `static let`.
  static var fields: [String: Field<ListView<Self>>] { get }
  /// The rows that are shown, formatted.
  static func rows(of content: Content, for look: DisplaySettings) -> [Row]
  /// The number of rows that a caption knows of, for the placeholder; nil, the default, if it knows of none.
  static func placeholderRows(for caption: Caption) -> Int?
}

extension ListScreen {
  /// The list with its formatted rows.
  public static func view(of content: Content, for look: DisplaySettings) -> ListView<Self> {
    ListView(content: content, look: look, rows: rows(of: content, for: look))
  }

  /// Unknown.
  public static func placeholderRows(for caption: Caption) -> Int? { nil }

  /// The rows of the sample, or as many as the caption knows of.
  public static func placeholder(of sample: Content, for caption: Caption, _ look: DisplaySettings) -> ListView<Self> {
    let rows = rows(of: sample, for: look)
    let count = min(placeholderRows(for: caption) ?? min(rows.count, 6), 50)
    return ListView(
      content: sample, look: look, rows: rows.isEmpty ? [] : (0..<count).map { rows[$0 % rows.count] })
  }

  /// The number of rows that the list has.
  public static func rows(in content: Content) -> Int { content.count }
}

/// The view of a list: its content, the formatted rows, and the look that they were formatted for.
public struct ListView<S: ListScreen>: TemplateView {
  /// The tags that the screen declares.
  public static var fields: [String: Field<ListView<S>>] { S.fields }

  /// The content of the screen.
  public let content: S.Content
  /// The display preferences of the reader, for what stands beside the rows.
  public let look: DisplaySettings
  /// The formatted rows.
  public let rows: [S.Row]
}
