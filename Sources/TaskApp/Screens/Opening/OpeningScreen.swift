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
  /// A part of the app, by the first word of an address.
  enum Section: CaseIterable {
    case lists, search, trash, settings, other

    init(of address: String) {
      self =
        switch address.prefix(while: { $0 != "?" }).split(separator: "/").first {
        case "lists", "tasks", "remote", "changes": .lists
        case "search": .search
        case "trash": .trash
        case "settings": .settings
        default: .other
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
  /// The shell of any page.
  static func shell(at address: String, assets: AssetAddresses, for look: Look) -> Page {
    Page(
      ShellLayout(section: .init(of: address), assets: assets), stylesheet: assets.stylesheet, for: look, edition: nil
    ) {
      Region<OpeningScreen>("page", failed: Failure(.timedOut))
    }
  }
}
