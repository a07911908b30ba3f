import StatePages
import Tasks

/// The form for the address of a list from elsewhere.
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
  /// What was typed, or the address as it is; never one that holds a secret.
  var value = ""
  /// What may be shown of the address as it is.
  var place: String?
  /// The name that was typed for the place where the list lives; never one that is kept.
  var user = ""
  /// Whether a name or a password are kept for it.
  var hasLogin = false
  /// The list whose address is being changed; nil while a new one is followed.
  var changing: ListSummary?
  let cancelHref: String
  var error: FieldError?
}
