import ArgumentParser
import Foundation
import TaskStore
import Tasks

/// `fourfold account list`.
struct ListAccounts: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists all accounts, with what each contains and when it was last used.",
    discussion: discussion(example: "fourfold account list --database /var/lib/fourfold/fourfold.sqlite"))

  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let accounts: [AccountOverview]
      do throws(StoreError) { accounts = try await store.accounts() } catch { throw CommandProblem(store: error) }
      desk.console.say(
        accounts.isEmpty ? "There are no accounts." : AccountTable(accounts, in: .current).lines.joined(separator: "\n")
      )
    }
  }
}

/// A text table of accounts.
struct AccountTable {
  let lines: [String]

  /// - Parameter zone: the time zone for formatting times.
  init(_ accounts: [AccountOverview], in zone: TimeZone) {
    var style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone).year().month().day()
    style = style.time(includingFractionalSeconds: false).timeZone(separator: .colon)
    let rows =
      [["NAME", "LISTS", "TASKS", "SIZE", "SESSIONS", "LAST SEEN", ""]]
      + accounts.map { overview in
        [
          overview.account.name, "\(overview.lists)", "\(overview.tasks)",
          Megabytes.text(UInt64(max(0, overview.usage.bytes))), "\(overview.sessions)",
          overview.lastSeen?.formatted(style) ?? "-", Self.note(overview.account),
        ]
      }
    lines = TextTable(rows, numbers: [1, 2, 3, 4]).lines
  }

  private static func note(_ account: Account) -> String {
    [account.isOperator ? "operator" : nil, account.disabled == nil ? nil : "disabled"].compactMap(\.self)
      .joined(separator: ", ")
  }
}
