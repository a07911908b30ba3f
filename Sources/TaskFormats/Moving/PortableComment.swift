package import Foundation
package import Tasks

/// A comment on its way into the app or out of it.
package struct PortableComment: Hashable, Sendable {
  package enum Author: Hashable, Sendable {
    /// The account of the export, and then the account that imports it.
    case own
    /// Another account, by its name; empty for an account that was removed.
    case other(String)
  }

  package let author: Author
  package let text: CommentText
  package let written: Date
  package let edited: Date?

  package init(_ author: Author, _ text: CommentText, written: Date, edited: Date? = nil) {
    (self.author, self.text, self.written, self.edited) = (author, text, written, edited)
  }
}

extension PortableComment {
  /// Reads the comment of an export; nil if it has no valid text or moment.
  init?(_ value: JSONValue) {
    let members = value.members
    guard let typed = members["text"]?.string, let written = members["at"]?.string.flatMap({ FileMoment($0)?.date })
    else { return nil }
    let text: CommentText
    do { text = try CommentText(validating: typed) } catch { return nil }
    // A name of an account, such as it is shown: an import shows it as a text.
    let name = members["by"]?.string.map { String($0.prefix(Limits.usernameCharacters)) }
    self.init(
      name.map(Author.other) ?? .own, text, written: written,
      edited: members["edited-at"]?.string.flatMap { FileMoment($0)?.date })
  }
}

extension [PortableComment] {
  /// The comments that a task has room for: the first ones.
  var bounded: ArraySlice<PortableComment> {
    var bytes = 0
    return prefix(Limits.commentsPerTask).prefix { comment in
      bytes += comment.text.bytes + 100
      return bytes <= Limits.commentBytesPerTask
    }
  }
}
