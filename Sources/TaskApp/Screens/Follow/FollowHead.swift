import StatePages
import Tasks

/// The head of the pages for following a remote list, or changing its address.
struct FollowHead: Piece {
  static let template = "follow/head"
  static let fields: [String: Field<FollowHead>] = [
    "changing": .view { $0.changing.map(FollowedList.init) },
    "allHref": .link { _ in .openOverview() },
    "atAddress": .flag { $0.step == .address },
    "atLists": .flag { $0.step == .lists },
    "atPreview": .flag { $0.step == .preview },
    "atName": .flag { $0.step == .name },
  ]
  let step: Stage
  /// The list being changed; nil for a new one.
  var changing: ListSummary?

  /// How far the reader has come.
  enum Stage { case address, lists, preview, name }
}

struct FollowedList: TemplateView {
  static let fields: [String: Field<FollowedList>] = [
    "listName": .text(\.list.name),
    "listHref": .link { .openList($0.list.id) },
  ]
  let list: ListSummary
}
