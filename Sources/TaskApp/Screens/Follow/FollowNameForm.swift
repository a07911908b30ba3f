import StatePages

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
  /// The part of its address that is safe to show.
  let place: String
  let backHref: String
  var error: FieldError?
}
