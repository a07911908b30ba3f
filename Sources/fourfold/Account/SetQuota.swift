import ArgumentParser
import TaskStore
import Tasks

/// `fourfold account quota`.
struct SetQuota: AccountSubcommand {
  static let configuration = CommandConfiguration(
    commandName: "quota", abstract: "Shows what an account uses, and its limits. With options, sets limits of its own.",
    discussion: """
      Limits that are not set are those of the server: its options --quota-…, or the variables FOURFOLD_QUOTA_… that this command \
      reads as well. Lower limits delete nothing; they only let nothing be added.

      Examples: fourfold account quota Ann
                fourfold account quota Ann --bytes 2GB --tasks 200000
                fourfold account quota Ann --bytes default

      Exit codes: 0 if it was done; 1 if not; 64 for wrong options.
      """)

  @Argument(help: "The name of the account.")
  var name: String
  @Option(help: "The maximum size with trash and history, such as 500MB or 2GB; default for the server's.")
  var bytes: String?
  @Option(help: "The maximum number of tasks, including the trash; default for the server's.")
  var tasks: String?
  @Option(help: "The maximum number of lists, including the trash; default for the server's.")
  var lists: String?
  @Option(help: "The maximum number of followed lists; default for the server's.")
  var sources: String?
  @OptionGroup var file: DatabaseOption

  func validate() throws {
    for (quantity, text) in typed where QuotaChange(text, of: quantity) == nil {
      throw ValidationError("--\(quantity.rawValue) is \(Self.expected(quantity)), or default: not \(text).")
    }
  }

  func run(at desk: AccountCommandContext) async throws {
    let name = try desk.name(name)
    let usual = try Quotas(QuotaOptions.parse([]), SettingsReader(desk.environment))
    try await desk.withStore(at: file.path()) { store throws(CommandProblem) in
      let account = try await desk.account(named: name, in: store)
      var own: AccountQuotas
      let usage: Usage
      do throws(StoreError) {
        own = try await store.ownQuotas(of: account.id)
        for (quantity, text) in typed {
          if let change = QuotaChange(text, of: quantity) { own[quantity] = change.value }
        }
        if !typed.isEmpty { try await store.setQuotas(own, of: account.id) }
        usage = try await store.usage(of: account.id)
      } catch {
        throw CommandProblem(store: error)
      }
      let table = QuotaTable(usage, usual: usual, own: own)
      for line in table.lines { desk.console.say(line) }
      if table.isExceeded {
        desk.console.say("\(account.name) has more than that already. It keeps what it has, and can add nothing.")
      }
    }
  }

  /// The options that were given.
  private var typed: [(LimitedQuantity, String)] {
    LimitedQuantity.allCases.compactMap { quantity in
      let text =
        switch quantity {
        case .bytes: bytes
        case .tasks: tasks
        case .lists: lists
        case .sources: sources
        }
      return text.map { (quantity, $0) }
    }
  }

  private static func expected(_ quantity: LimitedQuantity) -> String {
    switch quantity {
    case .bytes: "a size, such as 500MB or 2GB"
    case .tasks, .lists, .sources: "a number"
    }
  }
}
