import Foundation
import StatePages
import StateViews
import Tasks

/// App passwords, with the buttons that renew, end and resume them.
enum AppPasswordsScreen: ListScreen {
  typealias Content = [AppPassword]

  static let name: ViewName = "app-passwords"
  static let emptyReasons = [Reason.nothingYet]

  static let fields: [String: Field<ListView<AppPasswordsScreen>>] = ["rows": .rows(\.rows)]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text(\.appPassword.id.description), "name": .text(\.appPassword.name),
      "made": .view { Moment($0.appPassword.made, for: $0.look) },
      "used": .view { row in row.appPassword.used.map { Moment($0.at, for: row.look) } },
      "program": .optional { $0.appPassword.used?.program },
      "network": .optional { $0.appPassword.used?.origin.network },
      "pushed": .flag { $0.appPassword.pushing != .off },
      "told": .view { row in row.told.map { Moment($0, for: row.look) } },
      "failed": .view { row in row.lastPush.flatMap { FailedAttempt($0, row.look) } },
      "ended": .view { row in row.appPassword.ended.map { Moment($0, for: row.look) } },
      "renewAction": .form { .appPassword($0.appPassword.id, .renew) },
      "endAction": .form { .appPassword($0.appPassword.id, .end) },
      "resumeAction": .form { .appPassword($0.appPassword.id, .resume) },
    ]
    let appPassword: AppPassword
    let look: DisplaySettings

    private var lastPush: ReminderChannel.Attempt? {
      if case .on(let last) = appPassword.pushing { last } else { nil }
    }

    /// When the program was last told of a change, if nothing has failed since.
    private var told: Date? { lastPush?.outcome == .sent ? lastPush?.at : nil }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.map { Row(appPassword: $0, look: look) }
  }

  static var samples: [Sample<AppPasswordsScreen>] { [Sample("several", content: Samples.appPasswords)] }
}

extension AppPassword.Use {
  /// The name of the program, as its `User-Agent` claims: the last product of one that begins like a browser's, else the first.
  fileprivate var program: String? {
    let products = origin.agent.split(separator: " ")
    let product = origin.agent.hasPrefix("Mozilla/") ? products.last : products.first
    return product.map { ShortText.of(String($0.prefix { $0 != "/" })) }
  }
}
