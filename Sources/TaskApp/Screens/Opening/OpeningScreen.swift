import StatePages
import StateViews

/// What is shown while it is not known yet what a page is: the bar, and rows to come. Always loading; what comes then is the page.
enum OpeningScreen: Screen {
  typealias Content = Never
  typealias View = NoCaption

  static let name: ViewName = "opening"
  static let failures: [Failure] = []
}

/// The frame of a page that could not be decided in time, whoever its reader is: it knows no name and no theme, and its title is that of
/// the part of the app which the address belongs to. It can't be changed once the page is there, so it doesn't say that it loads.
struct ShellLayout: Layout {
  static let template = "layouts/shell"
  static let fields: [String: Field<ShellLayout>] = [
    "stage": stage,
    "titleTemplate": .template(among: Section.allCases.map(\.titleTemplate)) { $0.section.titleTemplate },
    // No title that names something.
    "name": .optional { _ in nil },
    "stylesheet": .address(\.assets.stylesheet),
    "icon": .address(\.assets.icon),
    "touchIcon": .optionalAddress(\.assets.touchIcon),
  ]
  /// A part of the app.
  enum Section: CaseIterable {
    case lists, search, trash, settings, other

    init(of step: TaskFlow.Step?) {
      self =
        switch step {
        case .overview, .list, .history, .task, .follow: .lists
        case .search: .search
        case .trash: .trash
        case .settings, .activity: .settings
        case .savedDraft, nil: .other
        }
    }

    var titleTemplate: String {
      switch self {
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
  /// The shell of the page of a step; nil where the address is that of none.
  static func shell(at step: TaskFlow.Step?, assets: AssetAddresses, for look: Look) -> Page {
    let layout = ShellLayout(section: .init(of: step), assets: assets)
    return Page(layout, stylesheet: assets.stylesheet, for: look, cacheKey: nil) {
      Region<OpeningScreen>("page", failed: Failure(.timedOut))
    }
  }
}
