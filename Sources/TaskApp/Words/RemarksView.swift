import StatePages
import TaskFormats
import Tasks

/// What of a file was not imported as it is, by its reason.
struct RemarksView: TemplateView {
  static let fields: [String: Field<RemarksView>] = ["rows": .rows(\.rows), "count": .number { $0.count }]
  private let rows: [Row]
  private let count: Int

  /// Nil if all of it was.
  init?(_ remarks: ImportRemarks) {
    if remarks.isEmpty { return nil }
    rows = remarks.reasons.map { Row(reason: $0, remarks: remarks) }
    count = remarks.reasons.reduce(0) { $0 + remarks.count(of: $1) }
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "leftOut": .flag { $0.reason.fate == .leftOut },
      "dropped": .flag { $0.reason.fate == .dropped },
      "inNotes": .flag { $0.reason.fate == .inNotes },
      "things": .template(among: ImportRemark.Reason.allCases.map(message)) { message(of: $0.reason) },
      "count": .number { $0.remarks.count(of: $0.reason) },
      "value": .optional { shortened($0.example?.value) },
      "title": .optional { shortened($0.example?.title) },
    ]
    let reason: ImportRemark.Reason
    let remarks: ImportRemarks

    private var example: ImportRemark? { remarks.examples(of: reason).first }

    private static func shortened(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : ShortText.of($0) } }

    private static func message(of reason: ImportRemark.Reason) -> String { "words/remark.\(reason.rawValue)" }
  }
}
