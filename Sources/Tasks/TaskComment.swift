package import Foundation

package typealias CommentID = Identifier<TaskComment>

/// What a member of its list says about a task.
package struct TaskComment: Hashable, Sendable {
  package let id: CommentID
  package let task: TaskID
  package let author: CommentAuthor
  /// Text with LF line breaks, shown like notes.
  package let text: String
  package let written: Date
  /// When its text was last edited; nil if it never was.
  package let edited: Date?
  /// The change that last edited its text.
  package let version: ChangeID
  /// Whether the reader may edit it: the author alone may.
  package let mayEdit: Bool
  /// Whether the reader may delete it: the author, and the owners of the list.
  package let mayDelete: Bool

  package init(
    id: CommentID, task: TaskID, author: CommentAuthor, text: String, written: Date, edited: Date? = nil,
    version: ChangeID, mayEdit: Bool = false, mayDelete: Bool = false
  ) {
    (self.id, self.task, self.author, self.text) = (id, task, author, text)
    (self.written, self.edited, self.version) = (written, edited, version)
    (self.mayEdit, self.mayDelete) = (mayEdit, mayDelete)
  }
}

package enum CommentAuthor: Hashable, Sendable {
  case reader
  case other(Person)
  /// Another account, by the name that an imported file told. The file may tell any name.
  case imported(String)
  /// An account that was removed, or that an imported file did not name.
  case removed
}

/// The text of a comment: visible, within the limit of notes.
package struct CommentText: Sendable {
  package let text: String

  package init(validating typed: String) throws(InvalidInput) {
    text = TypedText.withPlainLineBreaks(typed).trimmingBlankEnd()
    if let problem = Self.problem(with: text) { throw InvalidInput(FieldProblem(.comment, problem)) }
  }

  /// Creates a text from trusted text, such as a stored comment.
  package init(stored text: String) { self.text = text }

  /// The size in UTF-8 bytes.
  package var bytes: Int { text.utf8.count }

  private static func problem(with text: String) -> Problem? {
    if text.utf8.count > Limits.notesBytes { return .tooLarge(bytes: Limits.notesBytes) }
    if let found = TypedText.controlCharacter(in: text, allowed: ["\t", "\n"]) { return .controlCharacter(found) }
    return TypedText.canBeSeen(text) ? nil : .blank
  }
}

extension CommentText: Hashable {
  /// Compares the texts byte by byte, so different spellings of an accent differ.
  package static func == (left: CommentText, right: CommentText) -> Bool { TypedText.same(left.text, right.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension String {
  /// The text without white space at its end, and without the line breaks that it begins with.
  fileprivate func trimmingBlankEnd() -> String {
    guard let last = lastIndex(where: { !TypedText.isSpace($0) }) else { return "" }
    return String(self[...last].drop { $0 == "\n" })
  }
}

/// One page of the comments on a task, the newest first.
package typealias CommentPage = RowPage<TaskComment>
