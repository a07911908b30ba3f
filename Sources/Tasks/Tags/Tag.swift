import Foundation

/// A tag of a task: one word, in letters of any script.
///
/// An account has each tag in one spelling, the one that was typed first. Other spellings that differ only in case or width are the
/// same tag: they have the same ``key``.
package struct Tag: Sendable {
  /// The word, as typed first.
  package let name: String

  /// Parses a tag, with or without a `#` before it.
  ///
  /// Nil if the text is longer than the limits, has a character that divides or quotes words, or has neither a letter, a number nor a
  /// symbol. Marks at its beginning, which would belong to what is before it, are left out.
  package init?(_ text: some StringProtocol) {
    let marked = text.unicodeScalars.first == "#" ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    let name = TypedText.trimmed(String(String.UnicodeScalarView(marked.drop(while: Self.isMark))))
      .precomposedStringWithCanonicalMapping
    guard name.count <= Limits.tagCharacters, name.utf8.count <= Limits.tagBytes,
      name.unicodeScalars.allSatisfy(Self.isAllowed),
      name.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol })
    else { return nil }
    self.name = name
  }

  package init(stored name: some StringProtocol) { self.name = String(name) }

  /// The word without case and width. Equal keys are the same tag.
  package var key: String {
    // Narrow kana have their marks beside them; the store compares bytes.
    name.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil).precomposedStringWithCanonicalMapping
  }

  /// Whether the scalar is a part of the character before it.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { !scalar.isASCII && " \(scalar)".count == 1 }

  /// Invisible characters are left out, except the joiners of emoji and of scripts that need them.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned, .privateUse: false
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: !"#,;\"'\\`<>“”„«»".unicodeScalars.contains(scalar)
    }
  }
}

extension Tag: LosslessStringConvertible {
  /// The name, without a `#`.
  package var description: String { name }
}

extension Tag: Hashable {
  /// Compares the names byte by byte. ``key`` tells whether two tags are the same.
  package static func == (left: Tag, right: Tag) -> Bool { TypedText.same(left.name, right.name) }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A tag that an account uses.
package struct TagSummary: Hashable, Sendable {
  package let id: TagID
  /// The tag, as typed first.
  package let tag: Tag
  /// The number of open tasks that have it, counted up to ``Limits/countedTaggedTasks``.
  package let open: Int
  /// Whether any task has it, completed ones and those in the trash included.
  package let isUsed: Bool
  package let color: ListColor.Name?

  package init(id: TagID, tag: Tag, open: Int, isUsed: Bool, color: ListColor.Name? = nil) {
    (self.id, self.tag, self.open, self.isUsed, self.color) = (id, tag, open, isUsed, color)
  }
}

/// One page of an account's tags, by name.
package typealias TagPage = RowPage<TagSummary>
