import StatePages
import Tasks

/// The color of a list or a tag: a mark beside its name, and a word where the reader's colors are their own.
struct ListColorView: TemplateView {
  static let fields: [String: Field<ListColorView>] = [
    "color": .text(\.name.rawValue), "colorName": .template(among: ListColor.Name.allCases.map(word)) { word($0.name) },
  ]
  private static func word(_ name: ListColor.Name) -> String { "words/color.\(name.rawValue)" }
  private let name: ListColor.Name

  /// Nil if there is none.
  init?(_ name: ListColor.Name?) {
    guard let name else { return nil }
    self.name = name
  }

  /// Nil if the list has none.
  init?(_ list: ListSummary) { self.init(list.preferences.color?.name) }
}
