import StatePages
import StateViews

/// Asks for a ticket card, in place of a page that needs one.
enum CardGate: Gate {
  enum Reason: String, CaseIterable, Sendable { case newcomer, expired, invalid }
  static let name: ViewName = "card"
  static let samples = Reason.allCases.map { GateSample<CardGate>($0, View(next: "/")) }
}
