import StatePages

/// The way from a preview or a result back to the form.
struct ImportAgain: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case otherFile, otherText
    case changedText
  }

  let purpose: Purpose
  let href: String

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
