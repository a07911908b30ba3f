import ArgumentParser
import Foundation
import TaskApp
import TaskStore
import Tasks

/// `fourfold account add`.
struct AddAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Creates an account. The first one takes over any existing lists.",
    discussion: discussion(example: "fourfold account add Ann"))

  @Argument(help: "The name of the account: up to 64 characters, in any script, with spaces if you like.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    let path = file.path()
    let isNew = !FileManager.default.fileExists(atPath: path)
    // First, so that no database is created if the password is invalid.
    let password = try desk.newPassword(for: name)
    try await desk.withStore(at: path, making: true) { store in
      try await Accounts(store: store, hasher: desk.hasher).add(name, password: password)
      // Names a new database, so that the operator notices a mistyped path.
      let place = isNew ? " in the new database \(URL(filePath: path).absoluteURL.path(percentEncoded: false))" : ""
      desk.console.say("Created the account \(name.text)\(place).")
    }
  }
}

/// `fourfold account list`.
struct ListAccounts: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists all accounts, with what each contains and when it was last used.",
    discussion: discussion(example: "fourfold account list --database /var/lib/fourfold/fourfold.sqlite"))

  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    try await desk.withStore(at: file.path()) { store in
      let accounts = try await store.accounts()
      desk.console.say(
        accounts.isEmpty ? "There are no accounts." : AccountTable(accounts, in: .current).lines.joined(separator: "\n")
      )
    }
  }
}

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
          overview.account.name, "\(overview.usage.lists)", "\(overview.usage.tasks)",
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

/// `fourfold account password`.
struct SetPassword: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "password", abstract: "Sets a new password for an account and signs it out everywhere.",
    discussion: discussion(example: "fourfold account password Ann"))

  @OptionGroup var account: NamedAccount

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(account.name)
    try await account.find(at: desk) { account, store in
      let password = try desk.newPassword(for: name)
      try await Accounts(store: store, hasher: desk.hasher).setPassword(password, of: name)
      desk.console.say("Set a new password for \(account.name) and signed it out everywhere.")
    }
  }
}

/// `fourfold account sign-out`.
struct SignOutAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Ends all sessions of an account. The password stays the same.",
    discussion: discussion(example: "fourfold account sign-out Ann"))

  @OptionGroup var account: NamedAccount

  func run(at desk: AccountCommandContext) async throws {
    try await account.find(at: desk) { account, store in
      let entry = AccountEventEntry(.sessionsEnded, from: .console)
      let count = try await store[account.id].endSessions(except: nil, as: .revoked, recording: entry)
      desk.console.say("Signed \(account.name) out: \(count == 1 ? "1 session" : "\(count) sessions") ended.")
    }
  }
}

/// `fourfold account disable`.
struct DisableAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Signs an account out everywhere and lets it not sign in again, until it is enabled.",
    discussion: discussion(
      "Nothing is deleted. Followed lists of the account are not refreshed meanwhile.",
      example: "fourfold account disable Ann"))

  @OptionGroup var account: NamedAccount

  func run(at desk: AccountCommandContext) async throws {
    try await account.find(at: desk) { account, store in
      let entry = AccountEventEntry(.accountDisabled, from: .console)
      let ended = try await store.disableAccount(account.id, recording: entry)
      guard let ended else { return desk.console.say("\(account.name) is disabled already.") }
      desk.console.say(
        "Disabled \(account.name): \(ended == 1 ? "1 session" : "\(ended) sessions") ended. Nothing was deleted.")
    }
  }
}

/// `fourfold account enable`.
struct EnableAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Lets a disabled account sign in again.",
    discussion: discussion(example: "fourfold account enable Ann"))

  @OptionGroup var account: NamedAccount

  func run(at desk: AccountCommandContext) async throws {
    try await account.find(at: desk) { account, store in
      let entry = AccountEventEntry(.accountEnabled, from: .console)
      let wasDisabled = try await store.enableAccount(account.id, recording: entry)
      desk.console.say(
        wasDisabled ? "Enabled \(account.name): it can sign in again." : "\(account.name) is not disabled.")
    }
  }
}

/// `fourfold account operator`.
struct SetOperator: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "operator", abstract: "Lets an account see the page about the server at /operator, or no longer.",
    discussion: discussion(
      """
      The page tells the names of accounts and figures, and nothing of their lists. The account that was made by the set-up page sees \
      it from the beginning.
      """, example: "fourfold account operator Ann --on"))

  @OptionGroup var account: NamedAccount
  @Flag(help: "Let it see the page.")
  var on = false
  @Flag(help: "Let it see the page no longer.")
  var off = false

  func validate() throws {
    guard on != off else { throw ValidationError("Give either --on or --off.") }
  }

  func run(at desk: AccountCommandContext) async throws {
    try await account.find(at: desk) { account, store in
      let isChanged = try await store.setOperator(account.id, to: on)
      let state = on ? "an operator" : "no operator"
      desk.console.say("\(account.name) is \(state)\(isChanged ? " now" : " already").")
    }
  }
}

/// `fourfold account remove`.
struct RemoveAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Permanently deletes an account and the lists that belong to no other account.",
    discussion: discussion(example: "fourfold account remove Ann --export ann.json"))

  @Argument(help: "The name of the account.")
  var name: String
  @Option(help: "First export its lists and tasks to this new file, as JSON.")
  var export: String?
  @Flag(help: "Delete without an export.")
  var withoutExport = false
  @Flag(help: "Do not ask for confirmation.")
  var yes = false
  @OptionGroup var file: DatabaseOption

  func validate() throws {
    guard (export != nil) != withoutExport else {
      throw ValidationError("Give either --export FILE, to keep a copy of the lists, or --without-export.")
    }
  }

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store in
      let account = try await desk.account(named: name, in: store)
      try confirm(name, account.name, desk)
      if let export {
        let output = try ExportOutput(to: export, desk.console, otherwise: "Nothing was deleted.")
        try await output.write {
          // Ends the sessions first: a signed-in user could otherwise add data that the export misses.
          try await store[account.id].endSessions(except: nil, as: .revoked)
          return try await store[account.id].export(ExportRequest(secrets: .included))
        }
        desk.console.say("Exported the lists of \(account.name) to \(export).")
      }
      let removed = try await store.removeAccount(account.id)
      // If interrupted, the server's `PeriodicService.deletion` resumes it.
      try await store.deleteRemoved()
      desk.console.say(
        "Deleted \(account.name): \(Self.count(removed.lists, "list")), \(Self.count(removed.tasks, "task")).")
    }
  }

  private func confirm(_ name: Username, _ spelling: String, _ desk: AccountCommandContext) throws(CommandProblem) {
    if yes { return }
    guard desk.console.isTerminal else {
      throw CommandProblem(
        "This is not a terminal, so it cannot ask for confirmation. Add --yes to delete the account.")
    }
    let again = try desk.console.answer(to: "To permanently delete \(spelling), type its name again: ")
    guard try desk.name(again) == name else { throw CommandProblem("The name does not match. Nothing was deleted.") }
  }

  private static func count(_ count: Int, _ what: String) -> String { count == 1 ? "1 \(what)" : "\(count) \(what)s" }
}
