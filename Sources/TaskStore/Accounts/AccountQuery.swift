import GRDB
import Tasks

enum AccountQuery {
  /// The columns of ``account(_:from:)``; `a` is the account, `c` its credentials.
  static let columns =
    "a.id, a.name, a.created, a.time_zone, a.theme, a.page_rows, a.settings_changed, c.changed, a.disabled, a.operator, "
    + "a.date_order, a.hours, a.language"
  /// The number of ``columns``.
  static let columnCount = 13

  static let one = """
    SELECT \(columns) FROM accounts a LEFT JOIN credentials c ON c.account = a.id WHERE a.id = ? AND a.removed IS NULL
    """

  static let credentials = """
    SELECT c.account, c.record, a.disabled IS NOT NULL FROM credentials c CROSS JOIN accounts a ON a.id = c.account
    WHERE c.key = ?
    """

  static func account(_ row: Row, from start: Int = 0) throws -> Account {
    guard let theme = Theme(rawValue: row[start + 4]) else { throw StoreError.internal("an unknown theme") }
    guard let hours = DayHours(row[start + 11]) else { throw StoreError.internal("hours of no day") }
    let order: String? = row[start + 10]
    return Account(
      id: row.id(start), name: row[start + 1], created: row.date(start + 2),
      settings: AccountSettings(
        language: row[start + 12], timeZone: row[start + 3], theme: theme, rows: row[start + 5],
        dateOrder: order.flatMap(DateOrder.init(rawValue:)), hours: hours),
      passwordChanged: row.moment(start + 7)?.date, settingsChanged: row.moment(start + 6)?.date,
      disabled: row.moment(start + 8)?.date, isOperator: row[start + 9])
  }
}

extension Database {
  /// The account. Throws `notFound` if it does not exist.
  func account(_ id: AccountID) throws -> Account {
    let account = try row(AccountQuery.one, [id.value]) { row in try AccountQuery.account(row) }
    guard let account else { throw StoreError.notFound }
    return account
  }

  /// Runs a cached statement. `changesCount` is the number of affected rows.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
