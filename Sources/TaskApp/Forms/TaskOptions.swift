import StatePages
import Tasks

struct PriorityOption: TemplateView {
  static let fields: [String: Field<PriorityOption>] = [
    "value": .text(\.priority.name),
    "selected": .flag { $0.priority == $0.chosen },
    "none": .flag { $0.priority == .none },
    "low": .flag { $0.priority == .low },
    "medium": .flag { $0.priority == .medium },
    "high": .flag { $0.priority == .high },
  ]
  let priority, chosen: Priority
}

struct ListOption: TemplateView {
  static let fields: [String: Field<ListOption>] = [
    "id": .text { $0.list.id.description },
    "name": .text { ShortText.of($0.list.name) },
    "selected": .flag(\.isSelected),
  ]
  let list: ListChoice
  let isSelected: Bool
}

struct TagOption: TemplateView {
  static let fields: [String: Field<TagOption>] = ["value": .text(\.value)]
  let value: String

  init(_ tag: Tag) { value = tag.name }

  /// The tags of a field with another one.
  init(_ tag: Tag, after tags: TagSet) { value = tags.isEmpty ? tag.name : "\(tags.text) \(tag.name)" }
}
