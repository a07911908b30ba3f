/// What a button of a page does: a plain HTML form, to be sent as it is.
public struct FormAction: Hashable, Sendable {
  /// A hidden field.
  public struct HiddenField: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// A hidden field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method of the form.
  public enum Method: Hashable, Sendable {
    /// Asks for a page.
    case get
    /// Changes something, and answers with a redirect.
    case post
  }

  /// The method.
  public let method: Method
  /// The path that it is sent to, one of ours.
  public let path: String
  /// The hidden fields, in order.
  public let fields: [HiddenField]

  /// A form that asks for a page. A query of its own would be dropped by the browser: it goes into the fields.
  public static func get(_ path: String, _ fields: [HiddenField] = []) -> Self {
    Self(method: .get, path: path, fields: fields)
  }

  /// A form that changes something.
  public static func post(_ path: String, _ fields: [HiddenField] = []) -> Self {
    Self(method: .post, path: path, fields: fields)
  }
}
