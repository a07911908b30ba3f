import Foundation
import TaskStore
import Tasks

/// A text table of accounts.
struct AccountTable {
  let lines: [String]

  /// - Parameter zone: the time zone for formatting times.
  init(_ accounts: [AccountOverview], in zone: TimeZone) {
    var style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone).year().month().day()
    style = style.time(includingFractionalSeconds: false)
    let rows =
      [["NAME", "LISTS", "TASKS", "SESSIONS", "LAST SEEN"]]
      + accounts.map { overview in
        [
          overview.account.name, "\(overview.lists)", "\(overview.tasks)", "\(overview.sessions)",
          overview.lastSeen?.formatted(style) ?? "-",
        ]
      }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    lines = rows.map { row in
      let name = row[0] + Self.blanks(widths[0] - row[0].count)
      let numbers = (1..<4).map { Self.blanks(widths[$0] - row[$0].count) + row[$0] }
      return ([name] + numbers + [row[4]]).joined(separator: "  ")
    }
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
