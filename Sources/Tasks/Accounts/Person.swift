/// An account as others see it.
package struct Person: Hashable, Sendable {
  package let account: AccountID
  /// The display name of the account; without one, its username.
  package let name: String

  package init(_ account: AccountID, _ name: String) { (self.account, self.name) = (account, name) }

  /// The first letter or digit of its name; without one, the first character.
  package var initial: String {
    guard let first = name.first(where: { $0.isLetter || $0.isNumber }) ?? name.first else { return "" }
    let initial = first.uppercased().prefix(1)
    // A character may have any number of marks.
    return initial.utf8.count > 16 ? String(initial.unicodeScalars.prefix(1)) : String(initial)
  }

  /// The color of its initial. It follows from the id, so that it stays when the name changes.
  package var color: ListColor.Name {
    let all = ListColor.Name.allCases
    return all[Int(account.value.magnitude % UInt64(all.count))]
  }
}
