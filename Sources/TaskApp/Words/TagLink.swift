import StatePages
import Tasks

/// A tag of a task, with a link to the open tasks that have it.
struct TagLink: Piece {
  static let template = "components/tag"
  static let fields: [String: Field<TagLink>] = [
    "name": .text(\.tag.name),
    "href": .optionalLink { $0.isLink ? .openTag($0.tag) : nil },
    "color": .view { ListColorView($0.color) },
  ]
  let tag: Tag
  var color: ListColor.Name?
  /// Whether it leads to the tasks that have the tag.
  var isLink = true
}
