import StatePages

struct ImportHead: Piece {
  static let template = "import/head"
  static let fields: [String: Field<ImportHead>] = [
    "allHref": .link { _ in .openOverview() },
    "atFile": .flag { $0.place == .file },
    "atPreview": .flag { $0.place == .preview },
    "atResult": .flag { $0.place == .result },
  ]

  enum Place: Hashable, Sendable {
    case file, preview, result
  }

  let place: Place
}

/// Where other apps have their files.
struct ImportWays: Piece {
  static let template = "import/ways"
  static let fields: [String: Field<ImportWays>] = [:]
}

struct ImportFileForm: Piece {
  static let template = "import/file"
  static let fields: [String: Field<ImportFileForm>] = [
    "action": .address(\.action),
    "cancelHref": .address(\.cancelHref),
    "text": .text(\.text),
    "error": .view { $0.isAboutText ? nil : $0.error },
    "textError": .view { $0.isAboutText ? $0.error : nil },
    "fileFocus": .flag { $0.error != nil && $0.text.isEmpty },
    "textFocus": .flag { !$0.text.isEmpty },
  ]
  let action: String
  let cancelHref: String
  var text = ""
  var error: FieldError?

  private var isAboutText: Bool { error == .textDiskFull || error == .textFailed }
}
