/// An open block that contains others.
enum MarkdownContainer {
  case quote
  /// A list item: the indentation of its content, the innermost task that it is or belongs to, the number of such tasks, and
  /// whether the item is still empty.
  case item(indent: Int, box: Int?, boxes: Int, isEmpty: Bool)
}

/// The open block that contains lines.
enum MarkdownLeaf {
  case nothing
  /// A paragraph. Its lines are kept because it may become a setext heading. `item` is the task whose title it is, `before` the
  /// text outside of tasks above it.
  case paragraph(lines: [UInt8], item: Int?, before: MarkdownRest)
  case code
  case fence(MarkdownFence)
  case html(MarkdownHTML)
}
