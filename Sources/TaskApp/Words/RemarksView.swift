import StatePages
import Tasks

/// What of a file was not imported as it is, by its reason.
struct RemarksView: TemplateView {
  static let fields: [String: Field<RemarksView>] = [
    "rows": .rows(\.rows), "count": .text { Counted.text($0.count) }, "one": .flag { $0.count == 1 },
  ]
  private let rows: [Row]
  private let count: Int

  /// Nil if all of it was.
  init?(_ remarks: ImportRemarks) {
    if remarks.isEmpty { return nil }
    rows = remarks.reasons.map { Row($0, remarks) }
    count = remarks.reasons.reduce(0) { $0 + remarks.count(of: $1) }
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "leftOut": .flag { $0.fate == .leftOut },
      "dropped": .flag { $0.fate == .dropped },
      "inNotes": .flag { $0.fate == .inNotes },
      "things": .text(\.things),
      "value": .optional(\.value),
      "title": .optional(\.title),
    ]
    private let fate: ImportRemark.Fate
    private let things: String
    private let value: String?
    private let title: String?

    init(_ reason: ImportRemark.Reason, _ remarks: ImportRemarks) {
      fate = reason.fate
      things = ImportWords.things(remarks.count(of: reason), of: reason)
      let example = remarks.examples(of: reason).first
      value = example.flatMap { $0.value.isEmpty ? nil : ShortText.of($0.value) }
      title = example.flatMap { $0.title.isEmpty ? nil : ShortText.of($0.title) }
    }
  }
}
