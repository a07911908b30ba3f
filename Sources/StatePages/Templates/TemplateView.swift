import Mustache
public import StateViews

/// The data of a template: strings ready to print, flags, and rows of such.
///
/// ```swift
/// struct BookRow: TemplateView {
///   static let fields: [String: Field<BookRow>] = [
///     "title": .text(\.title), "due": .view(\.due), "href": .intent { BookIntent.open($0.id) },
///   ]
///   let id: Int
///   let title: String
///   let due: Moment?
/// }
/// ```
///
/// ``fields`` declares every tag that a template may use, so that templates can be verified against their views at
/// start, and tags are looked up without reflection. Declare it as a `static let`.
public protocol TemplateView: Sendable {
  /// The tags that a template of this view may use, by name.
  static var fields: [String: Field<Self>] { get }
}

/// One tag of a view: the kind of its value, for verification, and how to get it.
public struct Field<View: TemplateView>: Sendable {
  let kind: FieldKind
  let part: FieldPart<View>
  let value: @Sendable (View, MarkupPlaceholders) -> any Sendable
  /// Whether it prints a part within the content.
  private(set) var isPart = false

  /// Text, escaped when printed.
  public static func text(_ get: @escaping @Sendable (View) -> String) -> Self {
    Self(kind: .text, part: .text(get)) { view, _ in get(view) }
  }

  /// Optional text. As a section it holds if the text is present; as a variable it prints the text, escaped.
  public static func optional(_ get: @escaping @Sendable (View) -> String?) -> Self {
    Self(kind: .text, part: .optional(get)) { view, _ in printable(get(view)) }
  }

  /// An address, for attributes such as `href` and `action`, which only such a field can begin. It is relative, or has
  /// the scheme `http`, `https`, `mailto` or `tel`; any other is replaced by `about:invalid`.
  public static func address(_ get: @escaping @Sendable (View) -> String) -> Self {
    address(.address) { view, _ in Address.checked(get(view)) }
  }

  /// An optional address; see ``address(_:)`` and ``optional(_:)``.
  public static func optionalAddress(_ get: @escaping @Sendable (View) -> String?) -> Self {
    optionalAddress(.address, if: { get($0) != nil }) { view, _ in Address.checked(get(view) ?? "") }
  }

  /// What a link or a form means. Its address is that which the page's flow gives it, see ``IntentAddresses``; it is printed like an
  /// ``address(_:)``.
  @inlinable
  public static func intent<I: Intent>(_ get: @escaping @Sendable (View) -> I) -> Self {
    address(.intent(I.self)) { view, catalogue in catalogue.intents.address(of: get(view)).text }
  }

  /// What a link or a form means that is not always there; see ``intent(_:)`` and ``optional(_:)``.
  @inlinable
  public static func optionalIntent<I: Intent>(_ get: @escaping @Sendable (View) -> I?) -> Self {
    optionalAddress(.intent(I.self), if: { get($0) != nil }) { view, catalogue in
      get(view).map { catalogue.intents.address(of: $0).text } ?? ""
    }
  }

  @usableFromInline
  static func address(_ kind: FieldKind, _ get: @escaping @Sendable (View, Catalogue) -> String) -> Self {
    Self(kind: kind, part: .address(get)) { view, placeholders in
      placeholders.catalogue.basePath.address(get(view, placeholders.catalogue))
    }
  }

  @usableFromInline
  static func optionalAddress(
    _ kind: FieldKind, if isThere: @escaping @Sendable (View) -> Bool,
    _ get: @escaping @Sendable (View, Catalogue) -> String
  ) -> Self {
    Self(kind: kind, part: .optionalAddress(if: isThere, get)) { view, placeholders in
      printable(isThere(view) ? placeholders.catalogue.basePath.address(get(view, placeholders.catalogue)) : nil)
    }
  }

  /// A Boolean, for sections.
  public static func flag(_ get: @escaping @Sendable (View) -> Bool) -> Self {
    Self(kind: .flag, part: .flag(get)) { view, _ in get(view) }
  }

  /// An optional view within this one, for sections and dotted names.
  @inlinable
  public static func view<Child: TemplateView>(_ get: @escaping @Sendable (View) -> Child?) -> Self {
    // Inlinable, so that the texts of a child are read by code for its type. A page reads a thousand of them.
    nested(NestedField(get), get)
  }

  @usableFromInline
  static func nested<Child: TemplateView>(_ field: NestedField<View>, _ get: @escaping @Sendable (View) -> Child?)
    -> Self
  {
    Self(kind: .view(Child.self), part: .view(field)) { view, placeholders in
      printable(get(view).map { TemplateContext($0, placeholders) })
    }
  }

  /// Rows of one view, for sections.
  public static func rows<Row: TemplateView>(_ get: @escaping @Sendable (View) -> [Row]) -> Self {
    Self(kind: .rows(Row.self), part: .other) { view, placeholders in
      get(view).map { TemplateContext($0, placeholders) }
    }
  }

  /// Markup that this library rendered, inserted unescaped.
  package static func markup(_ get: @escaping @Sendable (View) -> Markup) -> Self {
    Self(kind: .markup, part: .markup { view, _ in get(view) }) { view, placeholders in
      placeholders.placeholder(for: get(view))
    }
  }

  /// The part of this name within the region's content, see ``Region/containing(_:)``; nothing if there is none.
  public static func part(_ name: @escaping @Sendable (View) -> String) -> Self {
    var field = Self(kind: .markup, part: .markup { view, catalogue in catalogue.part(name(view)) }) {
      view, placeholders in
      placeholders.placeholder(for: placeholders.catalogue.part(name(view)))
    }
    field.isPart = true
    return field
  }

  /// Pieces one after the other, each by its own template. Renders many pieces faster than ``rows(_:)``.
  public static func pieces<P: Piece>(_ get: @escaping @Sendable (View) -> [P]) -> Self {
    Self(kind: .pieces(P.self), part: .markup { view, catalogue in catalogue.render(get(view)) }) {
      view, placeholders in
      placeholders.placeholder(for: placeholders.catalogue.render(get(view)))
    }
  }

  /// The name of a template, one of `names`, for a dynamic partial `{{> *.field}}`.
  public static func template(among names: [String], _ get: @escaping @Sendable (View) -> String) -> Self {
    Self(kind: .template(names), part: .template(get)) { view, _ in get(view) }
  }

  /// The messages of a state, for dynamic partials `{{> *words.short}}`, and for sections that hold if the message is there.
  static func words(_ get: @escaping @Sendable (View) -> StateWords) -> Self {
    Self(kind: .words, part: .other) { view, placeholders in
      let words = get(view)
      return placeholders.catalogue.messages.record(of: words.owners, for: words.state)
    }
  }

  /// An optional count, printed as the language of the page writes it. As a section it holds if there is one, and messages with
  /// plural categories and the placeholder `count` can be used in it. Messages print it as such only.
  /// - Parameters:
  ///   - most: the largest number that is known exactly. One above is printed as `99+`.
  ///   - get: the count of a view; nil if there is none.
  public static func number(upTo most: Int = .max, _ get: @escaping @Sendable (View) -> Int?) -> Self {
    Self(kind: .number, part: .number(upTo: most, get)) { view, placeholders in
      printable(get(view).map { PrintedNumber(placeholders.catalogue.numbers.count($0, upTo: most)) })
    }
  }

  /// An optional number that counts nothing, such as a place, or one with the symbol of a unit, printed as the language of the page
  /// writes it. No word depends on it.
  public static func numeral(_ get: @escaping @Sendable (View) -> Int?) -> Self {
    Self(kind: .text, part: .numeral(get)) { view, placeholders in
      printable(get(view).map { placeholders.catalogue.numbers.text($0) })
    }
  }

  /// The name of a template that the app chooses, for a dynamic partial.
  static func chosen(_ role: ChosenRole, _ get: @escaping @Sendable (View) -> String) -> Self {
    Self(kind: .chosen(role), part: .template(get)) { view, _ in get(view) }
  }

  /// The facts of a reason, formatted for a look, for dotted names such as `facts.completed`.
  static func facts(_ get: @escaping @Sendable (View) -> (Reason?, DisplaySettings)) -> Self {
    Self(kind: .facts, part: .other) { view, placeholders in
      let (reason, look) = get(view)
      return reason.map { StateFacts($0).printed(for: look, placeholders) } ?? [:]
    }
  }
}

private func printable(_ value: (some Sendable)?) -> any Sendable {
  if let value { value } else { Absent() }
}

/// How a tag gets its value, as needed for a view's variant and texts.
enum FieldPart<View: TemplateView>: Sendable {
  case text(@Sendable (View) -> String)
  case optional(@Sendable (View) -> String?)
  case address(@Sendable (View, Catalogue) -> String)
  case optionalAddress(if: @Sendable (View) -> Bool, @Sendable (View, Catalogue) -> String)
  case flag(@Sendable (View) -> Bool)
  case number(upTo: Int, @Sendable (View) -> Int?)
  case numeral(@Sendable (View) -> Int?)
  case template(@Sendable (View) -> String)
  case view(NestedField<View>)
  case markup(@Sendable (View, Catalogue) -> Markup)
  /// Rows and facts, which are unlimited in number.
  case other
}

/// The kind of a tag's value, which decides how the tag can be used.
@usableFromInline
enum FieldKind: Sendable {
  case text
  case address
  /// An address that the flow gives to an intent of this type.
  case intent(any Intent.Type)
  case flag
  case view(any TemplateView.Type)
  case rows(any TemplateView.Type)
  case markup
  case pieces(any Piece.Type)
  case template([String])
  case facts
  case number
  case words
  case message(String)
  /// A message or a fact that others have.
  case absent
  case chosen(ChosenRole)

  /// Whether it is a field of a form; see ``FormState``.
  var isFormField: Bool {
    switch self {
    case .view(let view): view is any FormFieldTag.Type
    case .text, .address, .intent, .flag, .rows, .markup, .pieces, .template, .facts, .number, .words, .message,
      .absent, .chosen:
      false
    }
  }
}

/// The templates that an app chooses for a failure.
@usableFromInline
enum ChosenRole: Hashable, Sendable {
  /// The picture of a failure.
  case icon
  case label
}

/// The engine's context for a view: looks names up in the view's declared fields.
struct TemplateContext<View: TemplateView>: MustacheParent, Sendable {
  private let view: View
  private let placeholders: MarkupPlaceholders

  init(_ view: View, _ placeholders: MarkupPlaceholders) {
    self.view = view
    self.placeholders = placeholders
  }

  func child(named name: String) -> Any? { View.fields[name]?.value(view, placeholders) }
}

/// The value of a declared field that is absent: prints nothing and counts as false.
///
/// Without it the engine would look the name up in the outer views, and a row without a date would print another view's
/// date.
struct Absent: MustacheCustomRenderable, Sendable {
  var renderText: String { "" }
  var isNull: Bool { true }
}

/// Several contexts as one: the first that declares a name provides it. Combines a region's caption with its state.
struct LayeredContext: MustacheParent, Sendable {
  let layers: [any MustacheParent & Sendable]

  func child(named name: String) -> Any? {
    for layer in layers {
      if let value = layer.child(named: name) { return value }
    }
    return nil
  }
}
