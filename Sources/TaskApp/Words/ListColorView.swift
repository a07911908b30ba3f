import StatePages
import Tasks

/// The color of a list: a mark beside its name, and a word where the reader's colors are their own.
struct ListColorView: TemplateView {
  static let fields: [String: Field<ListColorView>] = [
    "color": .text(\.name.rawValue), "colorName": .template(among: ListColor.Name.allCases.map(word)) { word($0.name) },
  ]
  private static func word(_ name: ListColor.Name) -> String { "words/color.\(name.rawValue)" }
  private let name: ListColor.Name

  /// Nil if the list has none.
  init?(_ list: ListSummary) {
    guard let color = list.preferences.color else { return nil }
    name = color.name
  }
}
