import StatePages
import Tasks

/// What a file leaves open, with the choices.
struct ImportQuestionsView: TemplateView {
  static let fields: [String: Field<ImportQuestionsView>] = [
    "date": .optional { $0.questions.ambiguousDate.map { ShortText.of($0) } },
    "monthFirst": .flag { ($0.choices.dateOrder ?? $0.choices.usualOrder) == .monthFirst },
    "hasSample": .flag { !$0.questions.sample.isEmpty },
    "lines": .rows { $0.questions.sample.map { Line(text: ShortText.of($0)) } },
    "encodings": .rows { view in
      TextEncoding.allCases.map { Option(encoding: $0, isSelected: $0 == view.choices.encoding ?? .western) }
    },
  ]
  private let questions: ImportQuestions
  private let choices: ImportChoices

  /// Nil if nothing is open.
  init?(_ questions: ImportQuestions, _ choices: ImportChoices) {
    if questions.isEmpty { return nil }
    (self.questions, self.choices) = (questions, choices)
  }

  struct Line: TemplateView {
    static let fields: [String: Field<Line>] = ["text": .text(\.text)]
    let text: String
  }

  struct Option: TemplateView {
    static let fields: [String: Field<Option>] = [
      "value": .text(\.encoding.rawValue), "name": .template(among: names) { name(of: $0.encoding) },
      "selected": .flag(\.isSelected),
    ]
    let encoding: TextEncoding
    let isSelected: Bool

    private static let names = TextEncoding.allCases.map(name)
    private static func name(of encoding: TextEncoding) -> String { "words/encoding.\(encoding.rawValue)" }
  }
}
