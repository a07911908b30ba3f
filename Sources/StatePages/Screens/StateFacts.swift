import Mustache
import StateViews

/// The facts of a reason, formatted for a look.
struct StateFacts: Sendable {
  private let facts: [String: Fact]

  init(_ reason: Reason) {
    facts = reason.facts
  }

  /// Text unchanged, addresses and those of intents with the base path, numbers as the language writes them, with a flag
  /// `<name>IsOne` for the singular, moments as a ``Moment``.
  func printed(for look: Look, _ joints: MarkupPlaceholders) -> [String: any Sendable] {
    var printed: [String: any Sendable] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text(let text): printed[name] = text
      case .address, .intent:
        printed[name] = joints.catalogue.address(of: fact).map(joints.catalogue.basePath.address)
      case .number(let number, let most):
        printed[name] = PrintedNumber(joints.catalogue.numbers.count(number, upTo: most))
        printed[name + "IsOne"] = number == 1
      case .numeral(let number): printed[name] = joints.catalogue.numbers.text(number)
      case .moment(let seconds): printed[name] = TemplateContext(Moment(seconds, for: look), joints)
      }
    }
    return printed
  }

  var kinds: [String: FieldKind] {
    var kinds: [String: FieldKind] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text: kinds[name] = .text
      case .address: kinds[name] = .address
      case .intent(let any): kinds[name] = .intent(type(of: any.intent))
      case .number:
        kinds[name] = .number
        kinds[name + "IsOne"] = .flag
      case .numeral: kinds[name] = .text
      case .moment: kinds[name] = .view(Moment.self)
      }
    }
    return kinds
  }
}

extension Catalogue {
  /// The address of a fact, within the app; nil for a fact that is none.
  func address(of fact: Fact) -> String? {
    switch fact {
    case .address(let address): Address.checked(address)
    case .intent(let any): intents.address(of: any.intent).text
    case .text, .number, .numeral, .moment: nil
    }
  }
}

/// The facts of a reason as tags of their own.
struct FactsContext: MustacheParent, Sendable {
  private let facts: [String: any Sendable]

  init(_ view: some StateView, _ joints: MarkupPlaceholders) {
    facts = view.told.map { StateFacts($0).printed(for: view.look, joints) } ?? [:]
  }

  func child(named name: String) -> Any? { facts[name] }
}
