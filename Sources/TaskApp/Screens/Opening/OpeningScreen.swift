import StatePages
import StateViews

/// The placeholder in a shell, shown until the page is decided. It is always loading; the page replaces it.
enum OpeningScreen: Screen {
  typealias Content = Never
  typealias View = NoCaption

  static let name: ViewName = "opening"
  static let failures: [Failure] = []
}

/// The shell: the layout of a page that was not decided in time. It is independent of the reader, with no name and no theme,
/// and its title is that of the app's section. The title cannot change when the page arrives, so it doesn't mention loading.
struct ShellLayout: Layout {
  static let template = "layouts/shell"
  static let fields: [String: Field<ShellLayout>] = [
    "stage": stage,
    "titleTemplate": .template(among: Section.allCases.map(\.titleTemplate)) { $0.section.titleTemplate },
    // The titles have no name in a shell.
    "name": .optional { _ in nil },
    "stylesheet": .address(\.assets.stylesheet),
    "icon": .address(\.assets.icon),
    "touchIcon": .optionalAddress(\.assets.touchIcon),
  ]
  /// A section of the app.
  enum Section: CaseIterable {
    case today, lists, search, trash, settings, other

    init(of step: TaskFlow.Step?) {
      self =
        switch step {
        case .today: .today
        case .overview, .list, .history, .task, .destinations, .review, .follow, .importing, .export(.list, _),
          .feeds(_?, _, _):
          .lists
        case .search, .tags, .export(.search, _): .search
        case .trash: .trash
        case .settings, .activity, .server, .feeds(nil, _, _): .settings
        case .home, .savedDraft, nil: .other
        }
    }

    var titleTemplate: String {
      switch self {
      case .today: "titles/today"
      case .lists: "titles/overview"
      case .search: "titles/search"
      case .trash: "titles/trash"
      case .settings: "titles/settings"
      case .other: "titles/opening"
      }
    }
  }

  let section: Section
  let assets: AssetAddresses
}

extension Page {
  /// The shell for a step's page; `step` is nil if the address is not that of a step.
  static func shell(at step: TaskFlow.Step?, assets: AssetAddresses, for look: Look) -> Page {
    let layout = ShellLayout(section: .init(of: step), assets: assets)
    return Page(layout, stylesheet: assets.stylesheet, for: look, cacheKey: nil) {
      Region<OpeningScreen>("page", failed: Failure(.timedOut))
    }
  }
}
