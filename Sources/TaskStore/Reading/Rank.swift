import Foundation
import Tasks

/// The order in which an account looks at a list.
struct ShownOrder {
  let order: TaskOrder
  /// The IANA name of the reader's time zone, for the order by date.
  let zone: String

  init(_ order: TaskOrder, in zone: String) {
    self.order = order
    self.zone = zone
  }

  static let hand = ShownOrder(.hand, in: "GMT")

  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

/// The place of a task in the order in which a list is shown.
struct Rank: Comparable {
  /// What the order compares first: text that sorts like the key in ``TaskQuery``.
  let key: String
  let place: Place

  init(due: DueTime?, priority: Priority, _ place: Place, in order: TaskOrder) {
    key =
      switch order {
      case .hand: ""
      case .date: due?.description ?? "~"
      case .priority: String(Priority.high.rawValue - priority.rawValue)
      }
    self.place = place
  }

  static func < (left: Rank, right: Rank) -> Bool { (left.key, left.place) < (right.key, right.place) }
}

/// The place of a row in an order. The id breaks ties, so no two places are equal.
struct Place: Hashable, Comparable {
  var position: Int64
  var id: Int64

  static func < (left: Place, right: Place) -> Bool { (left.position, left.id) < (right.position, right.id) }
}
