import StateViews

/// What a form holds: the value of each field, and what is wrong with it.
///
/// The names of its fields are an enum, whose cases are in the order in which the form shows them, and whose raw values are the names in its
/// markup: `enum BookingField: String, CaseIterable { case name, seats }`.
///
/// A page shows it with the current values. A rejected form is shown again with what was typed, a message at each field that has an
/// error, and the focus on the first of them:
///
/// ```swift
/// var state = FormState<BookingField, BookingError>(form)
/// if state[.name].isEmpty { state.reject(.name, .noName) }
/// guard state.isValid else { throw RequestProblem(again: bookingPage(state), Failure(.invalid)) }
/// ```
///
/// The view of the form declares the tags of the fields, one view of the field's name each, with ``tags(at:and:)``:
///
/// ```swift
/// struct BookingForm: Piece {
///   static let template = "booking/form"
///   static let fields = FormState.tags(at: \BookingForm.state)
///   let state: FormState<BookingField, BookingError>
/// }
/// ```
///
/// ```html
/// {{#name}}<div><label for="name">Name</label> {{> forms/input}}</div>{{/name}}
/// ```
///
/// | Tag in a field | Meaning |
/// |---|---|
/// | `field` | the field's name |
/// | `id` | the id of its element: the name, behind the prefix of the form |
/// | `value` | the value |
/// | `error` | the message, a view; absent if there is none |
/// | `focus` | whether the field has the focus |
/// | `described` | the ids of its hint, `<id>-hint`, and of its message, `<id>-error`, for `aria-describedby`; absent without both |
///
/// Beside the fields there is the tag `problem`, the message of the form as a whole.
///
/// The library's templates `forms/input`, `forms/textarea` and `forms/error` print a field with these tags, and `forms/problem` the
/// message of the form. An app replaces them by files of the same names.
public struct FormState<
  Name: RawRepresentable<String> & CaseIterable & Hashable & Sendable, Message: TemplateView & Hashable
>: Hashable, Sendable {
  private var values: [Name: String]
  private var errors: [Name: Message] = [:]
  /// The message of the form as a whole; nil if it has none.
  public private(set) var problem: Message?

  /// Creates the state of a form with these values, and without errors.
  public init(_ values: [Name: String] = [:]) { self.values = values }

  /// Creates the state of a form that was sent. A field that was not sent is empty.
  public init(_ form: FormBody) {
    self.init(
      Dictionary(uniqueKeysWithValues: Name.allCases.compactMap { name in form[name.rawValue].map { (name, $0) } }))
  }

  /// The value of a field; empty by default.
  public subscript(name: Name) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// Notes what is wrong with a field. The first message of a field is kept.
  public mutating func reject(_ name: Name, _ message: Message) { errors[name] = errors[name] ?? message }

  /// Notes what is wrong with the form as a whole: that it was not saved, for example.
  public mutating func reject(_ message: Message) { problem = message }

  /// Whether nothing is wrong.
  public var isValid: Bool { errors.isEmpty && problem == nil }

  /// The message at a field; nil if it has none.
  public func error(at name: Name) -> Message? { errors[name] }

  /// The first field with an error, which has the focus.
  var firstInvalid: Name? { Name.allCases.first { errors[$0] != nil } }

  /// The tags of the fields and of the whole form, for the view that has this state.
  /// - Parameters:
  ///   - state: the state of the form.
  ///   - prefix: what the ids of its elements begin with, on a page with several forms.
  ///   - hints: the fields whose templates have a hint, an element with the id `<id>-hint`.
  ///   - others: the other tags of the view, such as its version.
  public static func tags<View: TemplateView>(
    at state: @escaping @Sendable (View) -> FormState, ids prefix: String = "", hints: Set<Name> = [],
    and others: [String: Field<View>] = [:]
  ) -> [String: Field<View>] {
    var tags = others
    tags["problem"] = .view { state($0).problem }
    for name in Name.allCases {
      tags[name.rawValue] = .view { view in
        let state = state(view)
        return FormFieldView(
          name: name.rawValue, id: prefix + name.rawValue, value: state[name], error: state.errors[name],
          isFocused: state.firstInvalid == name, hasHint: hints.contains(name))
      }
    }
    return tags
  }
}

/// A field of a form, with its value and its message; see ``FormState``.
struct FormFieldView<Message: TemplateView & Hashable>: TemplateView {
  static var fields: [String: Field<FormFieldView>] {
    [
      "field": .text(\.name), "id": .text(\.id), "value": .text(\.value), "error": .view(\.error),
      "focus": .flag(\.isFocused), "described": .optional(\.described),
    ]
  }
  let name, id, value: String
  let error: Message?
  let isFocused, hasHint: Bool

  private var described: String? {
    let ids = (hasHint ? ["\(id)-hint"] : []) + (error == nil ? [] : ["\(id)-error"])
    return ids.isEmpty ? nil : ids.joined(separator: " ")
  }
}

/// The messages of a form whose words need no values: an enum with a template for each case, `errors/` and its raw value.
///
/// ```swift
/// enum BookingError: String, FormMessage {
///   case noName = "no-name"
///   case full
/// }
/// ```
///
/// Messages with values, such as a limit, are a ``TemplateView`` of the app's own, with the tag `template` declared by
/// ``Field/template(among:_:)``.
public protocol FormMessage: TemplateView, Hashable, CaseIterable, RawRepresentable<String> {}

extension FormMessage {
  /// The tag `template`, which names the template of the words.
  public static var fields: [String: Field<Self>] {
    ["template": .template(among: allCases.map(\.template), \.template)]
  }

  private var template: String { "errors/\(rawValue)" }

  /// The case that a template has the words of.
  static func name(of template: String) -> String? {
    allCases.first { $0.template == template }.map { "\(Self.self).\($0)" }
  }
}

protocol FormFieldTag: TemplateView {}
extension FormFieldView: FormFieldTag {}
