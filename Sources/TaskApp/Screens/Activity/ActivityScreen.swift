import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
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
      return .showOlderActivity(than: last.id)
    },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [ActivityRow] {
    content.page.events.map { ActivityRow(event: $0, look: look) }
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
    "template": .template(among: sentences) { "words/activity.\($0.event.kind.rawValue)" },
    "refused": .flag(\.event.kind.isRefusal),
    "at": .view { Moment($0.event.at, for: $0.look) },
    "times": .number { $0.event.times > 1 ? $0.event.times : nil },
    "last": .view { $0.event.times > 1 ? Moment($0.event.last, for: $0.look) : nil },
    "device": .view { row in
      let agent = row.event.origin.agent
      return agent.isEmpty ? nil : Device(name: UserAgent(agent: agent))
    },
    "network": .optional { $0.isLocal ? nil : $0.event.origin.network },
    "local": .flag(\.isLocal),
  ]
  let event: AccountEvent
  let look: DisplaySettings

  /// Whether it came from a loopback address.
  private var isLocal: Bool { ["127.0.0.0/24", "::/64"].contains(event.origin.network) }

  /// The browser that sent the request.
  struct Device: TemplateView {
    static let fields: [String: Field<Device>] = [
      "browser": .optional(\.name.browser), "system": .optional(\.name.system),
    ]
    let name: UserAgent
  }
}

/// An account's audit trail: sign-ins, refused sign-ins, and changes of passwords and sessions.
enum ActivityPage {
  /// A page of the audit trail.
  /// - Parameter before: shows only events older than this one; nil for the newest.
  static func page(before: AccountEventID?, for request: SignedInRequest) -> Page {
    let rows = min(request.look.rows, ActivityScreen.mostRows)
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      ActivityScreen.Content(page: try await store.accountEvents(before: before, limit: rows))
    }
    return Page(request, .activity, isKept: false) {
      ActivityHead()
      Region<ActivityScreen>("activity", content, retry: request.retry, placement: .page)
    }
  }
}

/// The head of an account's audit trail.
struct ActivityHead: Piece {
  static let template = "activity/head"
  static let fields: [String: Field<ActivityHead>] = [
    "accountHref": .link { _ in .openSettings(.account) },
    "days": .number { _ in Limits.accountEventDays },
  ]
}
