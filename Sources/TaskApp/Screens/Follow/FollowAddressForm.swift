import StatePages
import Tasks

struct FollowAddressForm: Piece {
  static let template = "follow/address"
  static let fields: [String: Field<FollowAddressForm>] = [
    "action": .address(\.action),
    "value": .text(\.value),
    "place": .optional(\.place),
    "user": .text(\.user),
    "hasLogin": .flag(\.hasLogin),
    "changing": .view { $0.changing.map(FollowedList.init) },
    "cancelHref": .address(\.cancelHref),
    "error": .view(\.error),
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
