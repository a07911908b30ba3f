import StateViews

/// The facts of a reason, formatted for a look.
struct StateFacts: Sendable {
  private let facts: [String: Fact]

  init(_ reason: Reason) {
    facts = reason.facts
  }

  /// Text unchanged, addresses with the base path, numbers as digits with a flag `<name>IsOne` for the singular, moments as a
  /// ``Moment``.
  func printed(for look: Look, _ joints: MarkupPlaceholders) -> [String: any Sendable] {
    var printed: [String: any Sendable] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text(let text): printed[name] = text
      case .address(let address): printed[name] = joints.catalogue.basePath.address(Address.checked(address))
      case .number(let number):
        printed[name] = String(number)
        printed[name + "IsOne"] = number == 1
      case .moment(let seconds): printed[name] = TemplateContext(Moment(seconds, for: look), joints)
      }
    }
    return printed
  }

  /// The kind of each fact's tag.
  var kinds: [String: FieldKind] {
    var kinds: [String: FieldKind] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text: kinds[name] = .text
      case .address: kinds[name] = .address
      case .number:
        kinds[name] = .text
        kinds[name + "IsOne"] = .flag
      case .moment: kinds[name] = .view(Moment.self)
      }
    }
    return kinds
  }
}
