extension DemoSource {
  /// A server that is down.
  static let lighthouse = DemoSource(name: "Lighthouse", path: "/lighthouse.ics", behaviour: .dead)
}
