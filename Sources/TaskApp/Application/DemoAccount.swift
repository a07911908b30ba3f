public import StatePages

/// The account of a demo. Its password is public: the sign-in page has a button for it.
public struct DemoAccount: TemplateView, Hashable {
  /// The tags of the form.
  public static let fields: [String: Field<DemoAccount>] = ["name": .text(\.name), "password": .text(\.password)]
  let name: String
  let password: String

  /// Creates the credentials of an account that exists.
  public init(name: String, password: String) {
    self.name = name
    self.password = password
  }
}
