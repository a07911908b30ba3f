import StatePages
import StateViews

/// What is shown while it is not known yet what a page is: the bar, and rows to come. Always loading; what comes then is the page.
enum OpeningScreen: Screen {
  typealias Content = Never
  typealias View = NoCaption

  static let name: ViewName = "opening"
  static let failures: [Failure] = []
}

/// The frame of a page that could not be decided in time, whoever its reader is: it knows no name and no theme.
struct ShellLayout: Layout {
  static let template = "layouts/shell"
  static let fields: [String: Field<ShellLayout>] = [
    "stage": stage,
    "stylesheet": .address(\.assets.stylesheet),
    "icon": .address(\.assets.icon),
    "touchIcon": .optionalAddress(\.assets.touchIcon),
  ]
  let assets: AssetAddresses
}

extension Page {
  /// The shell of any page.
  static func shell(assets: AssetAddresses, for look: Look) -> Page {
    Page(ShellLayout(assets: assets), stylesheet: assets.stylesheet, for: look, edition: nil) {
      Region<OpeningScreen>("page", failed: Failure(.timedOut))
    }
  }
}
