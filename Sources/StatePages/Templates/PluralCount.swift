import Mustache

/// A number in a message: its text, and a flag for its plural category. A section of a ``Field/number(_:)`` is over one.
struct PluralCount: TemplateView, Hashable {
  /// `count`, the number as printed, and a flag for each plural category.
  static let fields: [String: Field<PluralCount>] = [
    "count": Field(kind: .number, part: .text(\.text)) { count, _ in count.text },
    "isZero": .flag { $0.category == .zero },
    "isOne": .flag { $0.category == .one },
    "isTwo": .flag { $0.category == .two },
    "isFew": .flag { $0.category == .few },
    "isMany": .flag { $0.category == .many },
    "isOther": .flag { $0.category == .other },
  ]
  let text: String
  let category: PluralCategory

  /// What is wrong with a message that prints a count, though words depend on it.
  static func problem(of name: String) -> String {
    "{{\(name)}} is a count: give the message plural categories and {{count}}, in a section over \(name)"
  }
}

/// The engine's value of a number: prints it, and is a ``PluralCount`` as a section.
struct PrintedNumber: MustacheParent, MustacheCustomRenderable, Sendable {
  private let count: PluralCount

  init(_ count: PluralCount) {
    self.count = count
  }

  var renderText: String { count.text }
  var isNull: Bool { false }

  func child(named name: String) -> Any? {
    switch PluralCount.fields[name]?.part {
    case .text(let get): get(count)
    case .flag(let get): get(count)
    default: nil
    }
  }
}
