import StatePages
import Tasks

/// An excerpt of notes, with the words that were found.
struct ExcerptView: TemplateView {
  static let fields: [String: Field<ExcerptView>] = [
    "cutBefore": .flag(\.excerpt.isCutBefore),
    "cutAfter": .flag(\.excerpt.isCutAfter),
    "runs": .pieces { MarkedRun.runs(of: $0.excerpt.text) },
  ]
  let excerpt: FoundTask.Excerpt
}

/// A run of text, highlighted or not. It contains no markup: the template escapes and highlights it.
struct MarkedRun: Piece {
  static let template = "components/marked"
  static let fields: [String: Field<MarkedRun>] = ["text": .text(\.run.text), "marked": .flag(\.run.isMarked)]
  let run: MarkedText.Run

  static func runs(of text: MarkedText) -> [MarkedRun] { text.runs.map(MarkedRun.init) }
}

extension TaskRowView {
  /// The approximate size of a rendered result in bytes.
  /// - Parameter address: the address of its page, which its forms and links repeat; nil while tasks are selected, without forms.
  static func bytes(of found: FoundTask, at address: String?) -> Int {
    let runs = found.title.runs + (found.excerpt?.text.runs ?? [])
    let marks = runs.reduce(0) { $0 + PrintedText.bytes(of: $1.text) + ($1.isMarked ? 13 : 0) }
    return bytes(of: found.row) + marks + PrintedText.bytes(of: found.listName)
      + PrintedText.bytes(of: found.row.parent?.title ?? "") + 9 * (address?.utf8.count ?? 0)
  }
}
