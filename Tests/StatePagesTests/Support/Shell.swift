/// What a reader sees of a streamed page: the parts of its markup that tests go by.
struct Shell {
  let html: String

  /// The names of the slots of the shadow root, in order; the slots of status lines aside.
  var slots: [String] {
    html.split(separator: "<slot name=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
      .filter { !$0.contains("-status-") }
  }

  /// The regions that stand in the light, in the order in which they came.
  var regions: [String] { values(of: "data-region") }

  /// The regions that a placeholder stands for.
  var placeholders: [String] { values(of: "data-placeholder-for") }

  /// What stands in the light in the slot of a name.
  func slotted(_ name: String) -> String? {
    html.split(separator: " slot=\"\(name)\"").dropFirst().first.map { text in
      String(text.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
    }
  }

  private func values(of attribute: String) -> [String] {
    html.split(separator: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }
}
