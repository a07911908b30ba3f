import Foundation
import StatePages
import StateViews
import Tasks

/// The tasks of a list that lives elsewhere.
enum RemoteScreen: Screen {
  static let name: ViewName = "remote"
  static let emptyReasons = [Reason.sourceEmpty(host: Samples.host, checked: Samples.morning)]
  static let failures = Samples.sourceFailures + [Failure(.unavailable), Failure(.internal)]
  static let stages = Samples.fetchStages

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "host": .text(\.host),
      "choosing": .flag(\.isChoosing),
      "cardName": .optional { _ in nil },
      "checked": .view(\.checked),
      "former": .flag(\.isFormer),
      "refreshAction": .address { Site.listRefresh($0.list).path },
    ]
    let list: ListID
    let host: String
    let isChoosing: Bool
    /// How old the copy is that is shown while a new one is fetched, or because that failed; nil if there is none.
    var checked: Moment?
    /// Whether the copy is of the address that it had before.
    var isFormer = false
  }

  struct Content: Sendable {
    let copy: SourceCopy
    /// All of them, in order.
    let tasks: [RemoteTask]
    let list: ListID
    let isChoosing: Bool
    /// The keys of the tasks that are ticked already.
    var ticked: [String] = []
    /// Whether a long list is shown in full.
    let showsAll: Bool
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "asOf": .view(\.asOf),
      // Not the caption's: what has come just now is not of the former address.
      "moved": .flag(\.isFormer),
      "skipped": .optional { $0.skipped > 0 ? String($0.skipped) : nil },
      "oneSkipped": .flag { $0.skipped == 1 },
      "open": .rows(\.open),
      "noneOpen": .flag(\.open.isEmpty),
      "moreOpen": .optional(\.moreOpen),
      "closed": .optional { $0.closedCount > 0 ? String($0.closedCount) : nil },
      "closedRows": .rows(\.closed),
      "moreClosed": .optional(\.moreClosed),
      "openHref": .address(\.openHref),
      "closedHref": .address(\.closedHref),
    ]
    let asOf: Moment?
    let isFormer: Bool
    let skipped: Int
    let open: [RemoteGroup]
    let moreOpen: String?
    let closedCount: Int
    let closed: [RemoteRow]
    let moreClosed: String?
    let openHref: String
    let closedHref: String
  }

  static func view(of content: Content, for look: Look) -> View {
    let rows = RemoteRow.rows(content.tasks, of: content.list, ticked: content.ticked, for: look)
    let open = rows.filter { !$0.isClosed }
    let closed = rows.filter(\.isClosed)
    // What is ticked must not get lost on the way to the rest.
    let limit = content.isChoosing || content.showsAll ? Int.max : look.rows
    // The eye stays where the rows end now.
    func href(after rows: [RemoteRow]) -> String {
      Site.list(content.list).address([(Query.allOpen, nil)], at: rows.prefix(limit).last?.anchor)
    }
    func more(than rows: [RemoteRow]) -> String? {
      rows.count > limit ? String(rows.count - limit) : nil
    }
    return View(
      asOf: Moment(Int64(content.copy.checked.timeIntervalSince1970), for: look), isFormer: content.copy.isFormer,
      skipped: content.copy.skipped,
      open: RemoteGroup.groups(of: open.prefix(limit)), moreOpen: more(than: open), closedCount: closed.count,
      closed: Array(closed.prefix(limit)), moreClosed: more(than: closed), openHref: href(after: open),
      closedHref: href(after: closed))
  }

  static var samples: [Sample<RemoteScreen>] { Samples.remoteScreens }
}
