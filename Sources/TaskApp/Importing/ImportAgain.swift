import StatePages

/// The way from a preview or a result back to the form.
struct ImportAgain: Hashable, Sendable {
  /// What the form is for.
  enum Purpose: Hashable, Sendable {
    case otherFile, otherText
    /// The pasted text is in the form.
    case changedText
  }

  let purpose: Purpose
  let href: String

  /// The fields of a caption with it.
  static func fields<Caption: TemplateView>(
    _ again: @escaping @Sendable (Caption) -> ImportAgain
  ) -> [String: Field<Caption>] {
    [
      "otherHref": .address { again($0).href },
      "isText": .flag { again($0).purpose != .otherFile },
      "isEditable": .flag { again($0).purpose == .changedText },
    ]
  }
}
