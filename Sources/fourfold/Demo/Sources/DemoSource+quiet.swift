extension DemoSource {
  /// A calendar without tasks.
  static let quiet = DemoSource(
    name: "Bell ringers", path: "/quiet.ics",
    behaviour: .prompt(DemoText(.calendar) { _ in DemoCalendar(named: "Bell ringers, resting").text }))
}
