import ArgumentParser
import Foundation
import TaskApp
import TaskStore
import Tasks

/// A subcommand of `fourfold account`.
protocol AccountSubcommand: AsyncParsableCommand {
  func run(at desk: AccountCommandContext) async throws
}

extension AccountSubcommand {
  func run() async throws { try await run(at: AccountCommandContext()) }

  /// The end of a command's help.
  static func discussion(_ text: String? = nil, example: String) -> String {
    let end = "Example: \(example)\n\nExit codes: 0 if it was done; 1 if not; 64 for wrong options."
    return text.map { "\($0)\n\n\(end)" } ?? end
  }
}

/// The account that a command is about, and the database.
struct NamedAccount: ParsableArguments {
  @Argument(help: "The name of the account.")
  var name: String
  @OptionGroup var file: DatabaseOption

  /// Opens the store, and looks the account up.
  func find(at desk: AccountCommandContext, _ work: (Account, TaskStore) async throws -> Void) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store in
      try await work(try await desk.account(named: name, in: store), store)
    }
  }
}

struct AccountCommandContext: Sendable {
  var console = Console()
  var hasher = PasswordHasher()
  var environment = ProcessInfo.processInfo.environment

  /// Opens the store for the duration of `work`, and words its errors.
  /// - Parameter making: whether to create the file if it does not exist.
  func withStore(at path: String, making: Bool = false, _ work: (TaskStore) async throws -> Void) async throws {
    guard making || FileManager.default.fileExists(atPath: path) else {
      throw CommandProblem("There is no database \(path). Give its path with --database.")
    }
    do {
      let store = try TaskStore.open(at: path)
      let result: Result<Void, any Error>
      do { result = .success(try await work(store)) } catch { result = .failure(error) }
      // All writes are durable. The write-ahead log may remain if another process still reads it.
      do throws(StoreError) { try store.close() } catch {}
      try result.get()
    } catch {
      throw CommandProblem.wording(error)
    }
  }

  func name(_ typed: String) throws(CommandProblem) -> Username {
    do { return try Username(validating: typed) } catch { throw CommandProblem(typed: error) }
  }

  func account(named name: Username, in store: TaskStore) async throws -> Account {
    guard let id = try await store.credentials(of: name)?.account else {
      throw CommandProblem("There is no account \(name.text).")
    }
    return try await store.account(id)
  }

  /// Requires the password of an account: typed without echo, or the first line of the input if that is no terminal.
  func confirm(_ account: Account, named name: Username, in store: TaskStore) async throws {
    let typed = console.isTerminal ? try console.secret("Password of \(account.name): ") : try console.nextLine()
    let record = try await store.credentials(of: name)?.record
    guard try await hasher.isPassword(typed, of: record) else { throw CommandProblem("The password is wrong.") }
  }

  /// Reads a new password: typed twice without echo, or the first line of the input if that is no terminal.
  func newPassword(for name: Username) throws(CommandProblem) -> Password {
    guard console.isTerminal else { return try password(try console.nextLine(), for: name) }
    let password = try password(try console.secret("Password: "), for: name)
    let again = Password.typed(try console.secret("Repeat password: "))
    guard again?.text.utf8.elementsEqual(password.text.utf8) == true else {
      throw CommandProblem(typed: InvalidInput(FieldProblem(.passwordAgain, .notTheSame)))
    }
    return password
  }

  private func password(_ typed: String, for name: Username) throws(CommandProblem) -> Password {
    do { return try Password(validating: typed, for: name) } catch { throw CommandProblem(typed: error) }
  }
}

/// `fourfold account`: the operator's commands for accounts.
struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Creates, lists, changes and deletes accounts. Works while the server is running.",
    discussion: """
      Passwords are asked for at the terminal; where there is none, the first line of the standard input is the password. \
      FOURFOLD_DATABASE names the file of the lists as well.

      Example: fourfold account add Ann
      """,
    subcommands: [
      AddAccount.self, ListAccounts.self, SetPassword.self, SignOutAccount.self, DisableAccount.self,
      EnableAccount.self, SetQuota.self, SetOperator.self, RemoveAccount.self, UnknownAccountCommand.self,
    ], defaultSubcommand: UnknownAccountCommand.self)
}

/// Takes what names no command, with all that follows. Without it, the first unknown option would be reported in place of the command.
struct UnknownAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unknown", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []

  func run() throws {
    guard let word = words.first else { throw CleanExit.helpRequest(AccountCommand.self) }
    throw ValidationError(
      "There is no command \u{201C}\(word)\u{201D} for accounts. All of them: fourfold account --help")
  }
}
