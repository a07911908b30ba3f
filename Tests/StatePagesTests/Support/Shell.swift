/// The parts of a streamed page's markup that tests check.
struct Shell {
  let html: String

  /// The names of the slots of the shadow root, in order, without those of status lines.
  var slots: [String] {
    html.split(separator: "<slot name=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
      .filter { !$0.contains("-status-") }
  }

  /// The regions in the light DOM, in the order in which they were sent.
  var regions: [String] { values(of: "data-region") }

  /// The regions that have a placeholder.
  var placeholders: [String] { values(of: "data-placeholder-for") }

  private func values(of attribute: String) -> [String] {
    html.split(separator: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }
}
