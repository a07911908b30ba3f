import StatePages
import StateViews

/// Asks for a ticket card, in place of a page that needs one.
enum CardGate: Gate {
  enum Reason: String, CaseIterable, Sendable { case newcomer, expired, invalid }
  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["next": .text(\.next)]
    let next: String
  }
  static let name: ViewName = "card"
  static let samples = Reason.allCases.map { GateSample<CardGate>($0, View(next: "/")) }
}
