/// Who is to do a task: a member of its list.
package enum Assignee: Hashable, Sendable {
  case account(AccountID)
  /// A member by a name that was typed. The store finds the account.
  case named(String)

  /// The mark before a typed name.
  package static let mark: Character = "+"
}

extension Assignee: LosslessStringConvertible {
  package var description: String {
    switch self {
    case .account(let id): id.description
    case .named(let name): "\(Self.mark)\(name)"
    }
  }

  package init?(_ description: String) {
    if description.first == Self.mark {
      self = .named(String(description.dropFirst()))
    } else if let id = AccountID(description) {
      self = .account(id)
    } else {
      return nil
    }
  }
}

extension TaskDraft {
  /// The task with the typed name of its assignee as a part of its title, where no member has that name.
  package var withNameInTitle: TaskDraft {
    guard case .named(let name) = assignee else { return self }
    return with { ($0.title, $0.assignee) = ("\(title) \(Assignee.mark)\(name)", nil) }
  }
}

extension [Member] {
  /// The only member of a typed name: of the name that others see or that of the account, both without spaces, or else of a first name.
  package func named(_ typed: String) -> Member? {
    let key = TypedText.folded(typed)
    func only(_ keys: (Member) -> [String]) -> Member? {
      let found = filter { keys($0).contains(key) }
      return found.count == 1 ? found.first : nil
    }
    return only { member in
      [member.name, member.username ?? ""].map { TypedText.folded($0.filter { !$0.isWhitespace }) }
    } ?? only { [TypedText.folded(String($0.name.prefix { !$0.isWhitespace }))] }
  }
}
