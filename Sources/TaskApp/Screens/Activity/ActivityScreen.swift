import Foundation
import StatePages
import StateViews
import Tasks

/// The events of an account's audit trail, newest first.
enum ActivityScreen: ListScreen {
  static let name: ViewName = "activity"
  static let emptyReasons = [Reason.nothingYet]
  /// The maximum number of events on a page, whatever the reader's preference for rows.
  static let mostRows = 100

  struct Content: ListContent, Sendable {
    let page: AccountEventPage

    var count: Int { page.events.count }
  }

  static let fields: [String: Field<ListView<ActivityScreen>>] = [
    "rows": .rows(\.rows),
    "olderHref": .optionalLink { view in
      let page = view.content.page
      guard page.hasOlder, let last = page.events.last else { return nil }
      return .goToOlderEvents(than: last.id)
    },
  ]

  static func rows(of content: Content, for look: Look) -> [ActivityRow] {
    content.page.events.map { ActivityRow($0, for: look) }
  }

  static var samples: [Sample<ActivityScreen>] {
    func content(_ events: [AccountEvent], hasOlder: Bool) -> Content {
      Content(page: AccountEventPage(events: events, hasOlder: hasOlder))
    }
    return [
      Sample("every-kind", content: content(Samples.accountEvents, hasOlder: false)),
      Sample("many", content: content(Array(Samples.accountEvents.prefix(3)), hasOlder: true)),
    ]
  }
}

/// One event: the template of its sentence, its times, and its origin.
struct ActivityRow: TemplateView {
  static let sentences = AccountEvent.Kind.allCases.map { "words/activity.\($0.rawValue)" }

  static let fields: [String: Field<ActivityRow>] = [
    "template": .template(among: sentences) { "words/activity.\($0.kind.rawValue)" },
    "refused": .flag(\.kind.isRefusal),
    "at": .view(\.at),
    "times": .number { $0.times > 1 ? $0.times : nil },
    "last": .view { $0.times > 1 ? $0.last : nil },
    "device": .view(\.device),
    "network": .optional { $0.isLocal ? nil : $0.network },
    "local": .flag(\.isLocal),
  ]
  private let kind: AccountEvent.Kind
  private let at: Moment
  private let last: Moment
  private let times: Int
  private let network: String?
  private let device: Device?

  init(_ event: AccountEvent, for look: Look) {
    kind = event.kind
    at = Moment(Int64(event.at.timeIntervalSince1970), for: look)
    last = Moment(Int64(event.last.timeIntervalSince1970), for: look)
    times = event.times
    network = event.origin.network
    device = event.origin.agent.isEmpty ? nil : Device(name: UserAgent(agent: event.origin.agent))
  }

  /// Whether it came from a loopback address.
  private var isLocal: Bool { network == "127.0.0.0/24" || network == "::/64" }

  /// The browser that sent the request.
  struct Device: TemplateView {
    static let fields: [String: Field<Device>] = [
      "browser": .optional(\.name.browser),
      "system": .optional(\.name.system),
    ]
    let name: UserAgent
  }
}
