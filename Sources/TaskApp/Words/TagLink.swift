import StatePages
import Tasks

/// A tag of a task, with a link to the open tasks that have it.
struct TagLink: Piece {
  static let template = "components/tag"
  static let fields: [String: Field<TagLink>] = [
    "name": .text(\.tag.name),
    "href": .optionalLink { $0.isLink ? .search(SearchParameters(tag: $0.tag)) : nil },
  ]
  let tag: Tag
  /// Whether it leads to the tasks that have the tag.
  var isLink = true

  /// The approximate size of rendered tags in bytes. An address has up to three bytes for each byte of a name.
  static func bytes(of tags: TagSet) -> Int {
    tags.tags.reduce(0) { $0 + PrintedText.bytes(of: $1.name) + 3 * $1.name.utf8.count + 60 }
  }
}
