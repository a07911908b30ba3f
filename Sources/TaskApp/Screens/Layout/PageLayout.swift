import StatePages
import Tasks

/// The frame around every page.
struct PageLayout: Layout {
  static let template = "layouts/page"
  static let fields = body { $0 }.merging([
    "titleTemplate": .template(among: Kind.allCases.map { "titles/\($0.rawValue)" }) { "titles/\($0.kind.rawValue)" },
    "name": .optional(\.name),
    "stylesheet": .address(\.assets.stylesheet),
    "icon": .address(\.assets.icon),
    "touchIcon": .optionalAddress(\.assets.touchIcon),
    "colorScheme": .text(\.colorScheme),
    "news": .view(\.news),
  ]) { $1 }

  /// What the body of a page is printed by, in a window of its own or inside a shell.
  static func body<View: Layout>(_ layout: @escaping @Sendable (View) -> PageLayout) -> [String: Field<View>] {
    [
      "stage": View.stage,
      "kind": .text { layout($0).kind.grid },
      "theme": .optional { layout($0).theme == .system ? nil : layout($0).theme.rawValue },
      "account": .optional { layout($0).account },
      "atLists": .flag { layout($0).kind.section == .lists },
      "atListsItself": .flag { layout($0).kind == .overview },
      "atSearch": .flag { layout($0).kind.section == .search },
      "atTrash": .flag { layout($0).kind.section == .trash },
      "atSettings": .flag { layout($0).kind.section == .settings },
      "notice": .view { layout($0).isNoticeInRow ? nil : layout($0).news },
    ]
  }

  /// What kind of page it is: its title and its grid go by that.
  enum Kind: String, CaseIterable, Sendable {
    case overview, list, task, history, follow, search, trash, settings, activity, problem, gallery
    case savedDraft = "saved-draft"
    case signedOut = "signed-out"
    case welcome
    case followPreview = "follow-preview"
    case followLists = "follow-lists"
    case followName = "follow-name"
    case changeAddress = "change-address"
    case signUp = "sign-up"

    /// What the styles know it by: the steps of following a list look the same.
    var grid: String {
      switch self {
      case .followLists, .followPreview, .followName, .changeAddress: Kind.follow.rawValue
      case .activity: Kind.history.rawValue
      case .overview, .list, .task, .history, .follow, .search, .trash, .settings, .savedDraft, .problem, .gallery,
        .signedOut, .welcome, .signUp:
        rawValue
      }
    }

    enum Section: Sendable {
      case lists, search, trash, settings, none
    }

    var section: Section {
      switch self {
      case .overview, .list, .task, .history, .follow, .followLists, .followPreview, .followName, .changeAddress: .lists
      case .search: .search
      case .trash: .trash
      case .settings, .activity: .settings
      case .savedDraft, .problem, .gallery, .signedOut, .welcome, .signUp: .none
      }
    }
  }

  let kind: Kind
  /// What the page is about, if that has a name.
  let name: String?
  /// What whoever is signed in is called; nil if nobody is, and there is nowhere to lead to.
  let account: String?
  let theme: Theme
  let assets: AssetAddresses
  /// What was done just now: it opens the title.
  let news: Notice?
  /// Whether a row of the page tells it, so that no notice needs to.
  let isNoticeInRow: Bool

  init(
    _ kind: Kind, name: String? = nil, account: String? = nil, theme: Theme = .system, assets: AssetAddresses,
    news: Notice? = nil, isNoticeInRow: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.account = account
    self.theme = theme
    self.assets = assets
    self.news = news
    self.isNoticeInRow = isNoticeInRow
  }

  /// What the browser paints by before it has the styles.
  private var colorScheme: String {
    switch theme {
    case .system: "light dark"
    case .light, .dark: theme.rawValue
    }
  }
}
