package import StatePages

/// The account of a demo. Its password is public: the sign-in page has a button for it.
package struct DemoAccount: TemplateView, Hashable {
  package static let fields: [String: Field<DemoAccount>] = ["name": .text(\.name), "password": .text(\.password)]
  let name, password: String

  package init(name: String, password: String) {
    self.name = name
    self.password = password
  }
}
