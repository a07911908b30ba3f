import StatePages
import Tasks

/// A run of text, highlighted or not. It contains no markup: the template escapes and highlights it.
struct MarkedRun: TemplateView {
  static let fields: [String: Field<MarkedRun>] = ["text": .text(\.run.text), "marked": .flag(\.run.isMarked)]
  let run: MarkedText.Run

  /// The runs of a text.
  static func runs(of text: MarkedText) -> [MarkedRun] { text.runs.map(MarkedRun.init) }
}
