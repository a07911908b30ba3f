import StatePages
import Tasks

/// The head of a tag's page: its name, and its menu.
struct TagHead: Piece {
  static let template = "search/tag-head"
  static let fields: [String: Field<TagHead>] = [
    "name": .text(\.tag.name),
    "tagsHref": .link { _ in .openTags },
    // The form of a search shows with an order: that of tasks without words is the date.
    "filterHref": .link { .search(SearchParameters(tag: $0.tag, order: .date)) },
    "renameHref": .link { .renameTag($0.id) },
    "renameAction": .form { .tag($0.id, .rename) },
    "removeAction": .form { .tag($0.id, .remove) },
    "doneHref": .link { .search(SearchParameters(tag: $0.tag)) },
    "version": .text(\.version),
    "rename": .view(\.rename),
    "selecting": .view(\.selecting),
  ]
  let id: TagID
  let tag: Tag
  /// Part of the idempotency keys: the account's revision.
  let version: String
  /// The form that renames it; nil unless it is being renamed.
  let rename: TagRename?
  /// What its tasks are, while some are being selected.
  let selecting: SelectingHead?
}

struct TagRename: TemplateView {
  static let fields: [String: Field<TagRename>] = ["value": .text(\.value), "error": .view(\.error)]
  /// The new name as typed.
  let value: String
  var error: FieldError?
}
