public import StateViews

/// One kind of screen, or of region of a screen: what it shows when there is something to show, and what it can say when not.
///
/// Its templates lie in the folder of its name, one file a state: `Templates/<name>/content.mustache` is required, the others
/// (`loading`, `empty`, `failed`, `unloaded`, and reasons within them, such as `empty/all-done`) have defaults.
public protocol Screen: Sendable {
  /// What its loader brings.
  associatedtype Content: Sendable
  /// What is known before the load, and stays known in every state: the name of a list, its last count.
  associatedtype Caption: TemplateView = NoCaption
  /// What its content template is filled with.
  associatedtype View: TemplateView

  /// The name of its folder of templates.
  static var name: ViewName { get }
  /// The reasons that its loader can give for emptiness, with facts as examples.
  static var emptyReasons: [Reason] { get }
  /// The failures that its loader can end in, with facts as examples.
  static var failures: [Failure] { get }
  /// The stages that its loader tells of, with facts as examples.
  static var stages: [Reason] { get }
  /// Fixed examples, for the gallery, rehearsals and tests; at least one.
  static var samples: [Sample<Self>] { get }
  /// The content, put into print.
  static func view(of content: Content, for look: Look) -> View
  /// How many rows the content has: a page of many is rendered beside others, and keeps none of them waiting.
  static func rows(in content: Content) -> Int
}

extension Screen {
  /// What any loader can end in: the source is busy, does not answer, or we made a mistake.
  public static var failures: [Failure] { Failure.usual }
  /// One: most content is soon rendered.
  public static func rows(in content: Content) -> Int { 1 }
  /// None: its loader has nothing to tell of before its end.
  public static var stages: [Reason] { [] }
}

extension Screen {
  /// What it can fail with whatever it declares: its load can miss the deadline, the server can stop, and a screen that has no content
  /// stands for requests that fail as a whole.
  static var otherFailures: [Failure] {
    (failures.contains { $0.kind == .timedOut } ? [] : [Failure(.timedOut)]) + Failure.ofTheServer
      + (Content.self == Never.self ? RequestProblem.failures : [])
  }
}

extension Failure {
  /// What any loader can end in.
  public static let usual = [Failure(.unavailable), Failure(.timedOut), Failure(.internal)]
}

extension Screen where Content == Never {
  /// None: a screen that never has content is never without any either.
  public static var emptyReasons: [Reason] { [] }
  /// None: there is no content to have examples of.
  public static var samples: [Sample<Self>] { [] }
}

extension Screen where Content == Never, View == NoCaption {
  /// Never called.
  public static func view(of content: Never, for look: Look) -> NoCaption {}
}

/// An example of a screen: what is known of it, and its content.
public struct Sample<S: Screen>: Sendable {
  /// What the example shows, as a short name: `long-titles`.
  public let name: String
  /// What is known before the load.
  public let caption: S.Caption
  /// What the load brings.
  public let content: S.Content

  /// An example by name.
  public init(_ name: String, caption: S.Caption, content: S.Content) {
    self.name = name
    self.caption = caption
    self.content = content
  }
}

extension Sample where S.Caption == NoCaption {
  /// An example, by name, of a screen of which nothing is known before the load.
  public init(_ name: String, content: S.Content) {
    self.init(name, caption: NoCaption(), content: content)
  }
}

/// The caption of a screen of which nothing is known before it is loaded.
public struct NoCaption: TemplateView {
  /// None.
  public static let fields: [String: Field<NoCaption>] = [:]

  /// The only one.
  public init() {}
}

/// A view with a template of its own: a layout, or a piece of a page that stands outside the regions.
public protocol Piece: TemplateView {
  /// The template's name: its path in the folder, without the ending.
  static var template: String { get }
}
