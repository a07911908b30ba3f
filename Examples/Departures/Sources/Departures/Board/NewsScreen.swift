import StatePages
import StateViews

/// What an operator tells its passengers, within its timetable: from another source, with a state of its own.
enum NewsScreen: ListScreen {
  typealias Content = [News]
  static let name: ViewName = "news"
  static let emptyReasons: [Reason] = ["none"]
  static let failures = [Failure(.sourceFailed), Failure(.timedOut)]
  static let samples = [Sample<NewsScreen>("one", content: [News(text: "Line 4 ends at the harbour.")])]
  static let fields: [String: Field<ListView<NewsScreen>>] = ["news": .rows(\.rows)]

  static func rows(of news: [News], for look: DisplaySettings) -> [News] { news }
}

/// A sentence, as the operator wrote it.
struct News: TemplateView {
  static let fields: [String: Field<News>] = ["text": .text(\.text)]
  let text: String
}
