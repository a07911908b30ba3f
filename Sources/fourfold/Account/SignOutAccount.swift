import ArgumentParser
import TaskStore
import Tasks

/// `fourfold account sign-out`.
struct SignOutAccount: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Ends all sessions of an account. The password stays the same.",
    discussion: discussion(example: "fourfold account sign-out Ann"))

  @Argument(help: "The name of the account.")
  var name: String
  @OptionGroup var file: DatabaseOption

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      let entry = AccountEventEntry(.sessionsEnded, from: .console)
      let count: Int
      do throws(StoreError) {
        count = try await store.endSessions(of: account.id, except: nil, as: .revoked, recording: entry)
      } catch {
        throw CommandProblem(store: error)
      }
      desk.console.say("Signed \(account.name) out: \(count == 1 ? "1 session" : "\(count) sessions") ended.")
    }
  }
}
