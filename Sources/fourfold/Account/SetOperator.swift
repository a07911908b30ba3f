import ArgumentParser
import TaskStore
import Tasks

/// `fourfold account operator`.
struct SetOperator: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "operator", abstract: "Lets an account see the page about the server at /operator, or no longer.",
    discussion: """
      The page tells the names of accounts and figures, and nothing of their lists. The account that was made by the set-up page sees \
      it from the beginning.

      \(discussion(example: "fourfold account operator Ann --on"))
      """)

  @Argument(help: "The name of the account.")
  var name: String
  @Flag(help: "Let it see the page.")
  var on = false
  @Flag(help: "Let it see the page no longer.")
  var off = false
  @OptionGroup var file: DatabaseOption

  func validate() throws {
    guard on != off else { throw ValidationError("Give either --on or --off.") }
  }

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      let isChanged: Bool
      do throws(StoreError) { isChanged = try await store.setOperator(account.id, to: on) } catch {
        throw CommandProblem(store: error)
      }
      let state = on ? "an operator" : "no operator"
      desk.console.say("\(account.name) is \(state)\(isChanged ? " now" : " already").")
    }
  }
}
