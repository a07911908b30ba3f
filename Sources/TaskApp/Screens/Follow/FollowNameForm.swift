import StatePages
import Tasks

/// The form for the name under which a list from elsewhere is followed.
struct FollowNameForm: Piece {
  static let template = "follow/name"
  static let fields: [String: Field<FollowNameForm>] = [
    "action": .address(\.action),
    "value": .text(\.value),
    "place": .text(\.place),
    "backHref": .address(\.backHref),
    "error": .view(\.error),
  ]
  let action: String
  var value = ""
  /// What may be shown of its address.
  let place: String
  let backHref: String
  var error: FieldError?
}
