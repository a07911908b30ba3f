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

struct FollowAddressForm: Piece {
  static let template = "follow/address"
  static let fields: [String: Field<FollowAddressForm>] = [
    "action": .address(\.action), "value": .text(\.value), "place": .optional(\.place), "user": .text(\.user),
    "hasLogin": .flag(\.hasLogin),
    "changing": .view { $0.changing.map(FollowedList.init) },
    "cancelHref": .address(\.cancelHref), "error": .view(\.error),
  ]
  let action: String
  /// The typed address, or the current one; never contains a secret.
  var value = ""
  /// The part of the current address that is safe to show.
  var place: String?
  /// The typed user name for the source; never the stored one.
  var user = ""
  /// Whether a user name or a password is stored for the source.
  var hasLogin = false
  /// The list being changed; nil for a new one.
  var changing: ListSummary?
  let cancelHref: String
  var error: FieldError?
}

struct FollowNameForm: Piece {
  static let template = "follow/name"
  static let fields: [String: Field<FollowNameForm>] = [
    "action": .address(\.action), "value": .text(\.value), "place": .text(\.place), "backHref": .address(\.backHref),
    "error": .view(\.error),
  ]
  let action: String
  var value = ""
  /// The part of its address that is safe to show.
  let place: String
  let backHref: String
  var error: FieldError?
}
