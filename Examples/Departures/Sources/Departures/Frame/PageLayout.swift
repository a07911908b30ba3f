import StatePages

/// The frame around every page. The words of its title are a template.
struct PageLayout: Layout {
  enum Title: String, CaseIterable { case board, form, booking, card, problem, gallery }
  static let template = "layouts/page"
  static let fields: [String: Field<PageLayout>] = [
    "stage": stage, "stylesheet": .address(\.stylesheet), "arrangement": .text(\.arrangement.rawValue),
    "title": .template(among: Title.allCases.map { "titles/\($0)" }) { "titles/\($0.title)" },
  ]
  let title: Title
  let stylesheet: String
  var arrangement = Page.Arrangement.alone
}
