import StatePages
import Tasks

/// A piece of a text, marked or not. It is text in either case: the template marks and escapes it.
struct MarkedRun: TemplateView {
  static let fields: [String: Field<MarkedRun>] = ["text": .text(\.run.text), "marked": .flag(\.run.isMarked)]
  let run: MarkedText.Run

  /// The pieces of a text.
  static func runs(of text: MarkedText) -> [MarkedRun] { text.runs.map(MarkedRun.init) }
}
