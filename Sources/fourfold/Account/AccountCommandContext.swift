import ArgumentParser
import Foundation
import TaskApp
import TaskStore
import Tasks

/// A command on accounts.
protocol AccountSubcommand: AsyncParsableCommand {
  func run(at desk: AccountCommandContext) async throws
}

extension AccountSubcommand {
  func run() async throws { try await run(at: AccountCommandContext()) }
}

/// What all commands on accounts need: somebody to ask, and what hashes passwords.
struct AccountCommandContext: Sendable {
  var console = Console()
  var hasher = PasswordHasher()

  /// Works on the store in a file.
  /// - Parameter making: whether the file is made if it is not there.
  func withStore(
    at path: String, making: Bool = false, _ work: (TaskStore) async throws(CommandProblem) -> Void
  ) async throws(CommandProblem) {
    guard making || FileManager.default.fileExists(atPath: path) else {
      throw CommandProblem("There is no database \(path). Name it by --database.")
    }
    let store: TaskStore
    do throws(OpenProblem) { store = try TaskStore.open(at: path) } catch { throw CommandProblem(opening: error) }
    let result: Result<Void, CommandProblem>
    do throws(CommandProblem) { result = .success(try await work(store)) } catch { result = .failure(error) }
    // What was written is on the disk; a log that another process still reads may stay beside the file.
    do throws(StoreError) { try store.close() } catch {}
    try result.get()
  }

  /// The name of an account, as typed.
  func name(_ typed: String) throws(CommandProblem) -> Username {
    do { return try Username(validating: typed) } catch { throw CommandProblem(typed: error) }
  }

  /// The account of a name.
  func account(named name: Username, in store: TaskStore) async throws(CommandProblem) -> Account {
    do throws(StoreError) {
      if let id = try await store.credentials(of: name)?.account { return try await store.account(id) }
    } catch {
      throw CommandProblem(store: error)
    }
    throw CommandProblem("There is no account \(name.text).")
  }

  /// A new password: typed twice, without being shown, or the first line of what comes in.
  func newPassword(for name: Username) throws(CommandProblem) -> Password {
    guard console.isTerminal else { return try password(try console.nextLine(), for: name) }
    let password = try password(try console.secret("Password: "), for: name)
    let again = Password.typed(try console.secret("The same once more: "))
    guard again?.text.utf8.elementsEqual(password.text.utf8) == true else {
      throw CommandProblem(typed: InvalidInput(FieldProblem(.passwordAgain, .notTheSame)))
    }
    return password
  }

  private func password(_ typed: String, for name: Username) throws(CommandProblem) -> Password {
    do { return try Password(validating: typed, for: name) } catch { throw CommandProblem(typed: error) }
  }
}
