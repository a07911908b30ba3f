/// The colors that an account gave to tags.
package struct TagColors: Hashable, Sendable {
  /// By the keys of the tags.
  private let names: [String: ListColor.Name]

  package init(_ names: [String: ListColor.Name] = [:]) { self.names = names }

  /// The color of a tag, in any spelling; nil if it has none.
  package subscript(tag: Tag) -> ListColor.Name? { names.isEmpty ? nil : names[tag.key] }
}
