import Tasks

enum PersonQuery {
  /// A person `a` as one value, for queries that select it in a subquery.
  static let stored = "a.id || char(10) || a.shown_name"
}

extension Person {
  /// Reads the value of ``PersonQuery/stored``; nil if it is none.
  init?(stored: some StringProtocol) {
    let parts = stored.split(separator: "\n", maxSplits: 1)
    guard parts.count == 2, let account = AccountID(String(parts[0])) else { return nil }
    self.init(account, String(parts[1]))
  }
}
