import StatePages
import Tasks

/// What of a file was not imported as it is, by its reason.
struct RemarksView: TemplateView {
  static let fields: [String: Field<RemarksView>] = [
    "rows": .rows(\.rows), "count": .number { $0.count },
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
      "leftOut": .flag { $0.reason.fate == .leftOut },
      "dropped": .flag { $0.reason.fate == .dropped },
      "inNotes": .flag { $0.reason.fate == .inNotes },
      "things": .template(among: ImportRemark.Reason.allCases.map(message)) { message(of: $0.reason) },
      "count": .number { $0.count },
      "value": .optional(\.value),
      "title": .optional(\.title),
    ]
    private let reason: ImportRemark.Reason
    private let count: Int
    private let value: String?
    private let title: String?

    init(_ reason: ImportRemark.Reason, _ remarks: ImportRemarks) {
      self.reason = reason
      count = remarks.count(of: reason)
      let example = remarks.examples(of: reason).first
      value = example.flatMap { $0.value.isEmpty ? nil : ShortText.of($0.value) }
      title = example.flatMap { $0.title.isEmpty ? nil : ShortText.of($0.title) }
    }

    private static func message(of reason: ImportRemark.Reason) -> String { "words/remark.\(reason.rawValue)" }
  }
}
