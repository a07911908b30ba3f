extension DemoSource {
  /// A server that has been switched off.
  static let lighthouse = DemoSource(name: "Lighthouse", path: "/lighthouse.ics", behaviour: .dead)
}
