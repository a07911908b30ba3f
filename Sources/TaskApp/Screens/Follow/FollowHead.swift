import StatePages
import Tasks

/// The head of the pages on which somebody begins to follow a list from elsewhere, or changes where it is.
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
  /// The list whose address is being changed; nil while a new one is followed.
  var changing: ListSummary?
}

/// How far somebody is who follows a list from elsewhere.
enum FollowStep: Hashable, Sendable {
  case address
  case lists
  case preview
  case name
}

/// A list that is followed already.
struct FollowedList: TemplateView {
  static let fields: [String: Field<FollowedList>] = [
    "listName": .text(\.list.name),
    "listHref": .address { TaskFlow.address(after: .openedList($0.list.id)) },
  ]
  let list: ListSummary
}
