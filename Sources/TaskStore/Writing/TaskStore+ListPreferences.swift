import GRDB
public import Tasks

extension TaskStore {
  /// Sets how the account looks at one of its own lists. That is no change of the list: it has no undo.
  public func setPreferences(_ preferences: ListPreferences, of list: ListID, for account: AccountID)
    async throws(StoreError)
  {
    try await write(for: account) { write in
      let stored = try write.ownList(list)
      try write.run(
        "UPDATE memberships SET adds = ?, shown_order = ? WHERE account = ? AND list = ?",
        [preferences.adds.rawValue, preferences.order.rawValue, account.value, stored.id.value])
    }
  }
}
