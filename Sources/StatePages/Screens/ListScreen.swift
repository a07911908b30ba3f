public import StateViews

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
///   static func rows(of notes: [Note], for look: Look) -> [NoteRow] {
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
  static func rows(of content: Content, for look: Look) -> [Row]
}

extension ListScreen {
  /// The list with its formatted rows.
  public static func view(of content: Content, for look: Look) -> ListView<Self> {
    ListView(content: content, look: look, rows: rows(of: content, for: look))
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
  public let look: Look
  /// The formatted rows.
  public let rows: [S.Row]
}
