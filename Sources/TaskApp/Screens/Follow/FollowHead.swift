import StatePages
import Tasks

/// The head of the pages for following a remote list, or changing its address.
struct FollowHead: Piece {
  static let template = "follow/head"
  static let fields: [String: Field<FollowHead>] = [
    "changing": .view { $0.changing.map(FollowedList.init) },
    "allHref": .address { _ in TaskFlow.address(after: .openedOverview()) },
    "atAddress": .flag { $0.step == .address },
    "atLists": .flag { $0.step == .lists },
    "atPreview": .flag { $0.step == .preview },
    "atName": .flag { $0.step == .name },
  ]
  let step: FollowStep
  /// The list being changed; nil for a new one.
  var changing: ListSummary?
}

/// A step of following a remote list.
enum FollowStep: Hashable, Sendable {
  case address
  case lists
  case preview
  case name
}

/// A list that is already followed.
struct FollowedList: TemplateView {
  static let fields: [String: Field<FollowedList>] = [
    "listName": .text(\.list.name),
    "listHref": .address { TaskFlow.address(after: .openedList($0.list.id)) },
  ]
  let list: ListSummary
}
