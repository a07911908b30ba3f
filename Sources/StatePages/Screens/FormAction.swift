public import StateViews

/// The action of a button: a plain HTML form.
///
/// ```swift
/// let retry = FormAction.post("/books/refresh")
/// ```
public struct FormAction: Hashable, Sendable {
  package struct HiddenField: Hashable, Sendable {
    /// The name of the field.
    package let name: String
    /// The value of the field.
    package let value: String

    /// Creates a hidden field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method of the form.
  package enum Method: Hashable, Sendable {
    /// Requests a page.
    case get
    /// Changes something, and is answered with a redirect.
    case post
  }

  /// The method of the form.
  package let method: Method
  /// The path of the form's action, on this site.
  package let path: String
  /// The hidden fields, in order.
  package let fields: [HiddenField]
  /// What the button wants, in place of the path; nil for a form with a path.
  private(set) var intent: Fact?

  /// A form that requests a page. A query of the path becomes hidden fields, because browsers drop it.
  public static func get(_ path: String) -> Self { get(path, []) }

  /// The action with hidden fields of its own.
  package static func get(_ path: String, _ fields: [HiddenField]) -> Self {
    guard let query = path.contains("?") ? PageAddress(path)?.form : nil else {
      return Self(method: .get, path: path, fields: fields)
    }
    return Self(method: .get, path: query.path, fields: query.fields + fields)
  }

  /// A form that changes something.
  public static func post(_ path: String) -> Self { post(path, []) }

  /// A form that changes something, at the address of a flow's step.
  public static func post(_ address: PageAddress) -> Self { post(address.text) }

  /// A form that means what an intent says, an event for instance: its address is that which the page's flow gives it, wherever that is
  /// mounted.
  ///
  /// ```swift
  /// Region<BookingScreen>("booking", jobs.content(of: key, of: reader), retry: .post(BookingFlow.Event.sentAgain))
  /// ```
  public static func post(_ intent: some Intent) -> Self {
    var action = post("")
    action.intent = .intent(intent)
    return action
  }

  /// The action with hidden fields.
  package static func post(_ path: String, _ fields: [HiddenField]) -> Self {
    Self(method: .post, path: path, fields: fields)
  }
}
