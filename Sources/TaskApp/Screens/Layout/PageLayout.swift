import StatePages

/// The frame around every page.
struct PageLayout: Layout {
  static let template = "layouts/page"
  static let fields: [String: Field<PageLayout>] = [
    "stage": stage,
    "titleTemplate": .template(among: Kind.allCases.map { "titles/\($0.rawValue)" }) { "titles/\($0.kind.rawValue)" },
    "name": .optional(\.name),
    "kind": .text(\.kind.rawValue),
    "stylesheet": .text(\.assets.stylesheet),
    "icon": .text(\.assets.icon),
    "touchIcon": .optional(\.assets.touchIcon),
    "atLists": .flag { $0.kind.section == .lists },
    "atListsItself": .flag { $0.kind == .overview },
    "atTrash": .flag { $0.kind.section == .trash },
    "news": .view(\.news),
    "notice": .view { $0.isNoticeInRow ? nil : $0.news },
  ]

  /// What kind of page it is: its words and its grid go by that.
  enum Kind: String, CaseIterable, Sendable {
    case overview, list, task, history, trash, problem, gallery

    enum Section: Sendable {
      case lists, trash, none
    }

    var section: Section {
      switch self {
      case .overview, .list, .task, .history: .lists
      case .trash: .trash
      case .problem, .gallery: .none
      }
    }
  }

  let kind: Kind
  /// What the page is about, if that has a name.
  let name: String?
  let assets: AssetAddresses
  /// What was done just now: it opens the title.
  let news: ChangeSentence?
  /// Whether a row of the page tells it, so that no notice needs to.
  let isNoticeInRow: Bool

  init(
    _ kind: Kind, name: String? = nil, assets: AssetAddresses, news: ChangeSentence? = nil, isNoticeInRow: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.assets = assets
    self.news = news
    self.isNoticeInRow = isNoticeInRow
  }
}
