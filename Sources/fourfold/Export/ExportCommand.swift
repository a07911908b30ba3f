import ArgumentParser
import Foundation
import TaskApp
import TaskFormats
import TaskStore
import Tasks

/// `fourfold export`.
struct ExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Exports the lists of an account to a file, also while the server is running.",
    discussion: """
      JSON has everything, the trash, saved filters and followed lists included, and `fourfold import` reads it back. The other formats \
      have the tasks of the account's own lists: csv and ics with their dates, times, steps, tags and rules, markdown with titles, \
      notes and steps, todo.txt with titles, dates, priorities and tags. events is a calendar of the tasks that have a date; it can't be \
      imported.

      Followed lists are exported as addresses, without the names, passwords and keys in them. To include these, add --with-secrets and \
      type the account's password, or give it in the first line of the input.

      A file that exists is not overwritten. It appears under its name when it is complete.

      Examples: fourfold export --account Ana ana.json
                fourfold export --account Ana --list House --format csv house.csv
                fourfold export --account Ana | fourfold import --account Ben --database other.sqlite -

      Exit codes: 0 if the file is complete; 1 if it is not, for the reason that is told; 64 for wrong options.
      """)

  @Argument(help: "The new file; - for the standard output.")
  var file = "-"
  @Option(help: "The name of the account.")
  var account: String
  @Option(help: "The format of the file.")
  var format = ExportFormat.json
  @Option(help: "The name of the only list, or saved filter, to export.")
  var list: String?
  @Flag(help: "Include names, passwords and keys of followed lists. Asks for the account's password.")
  var withSecrets = false
  @OptionGroup var zone: TimeZoneOption
  @OptionGroup var database: DatabaseOption

  func validate() throws {
    if withSecrets, list != nil || format != .json {
      throw ValidationError("Only an export of everything as JSON has the addresses of followed lists.")
    }
  }

  func run(on console: Console) async throws {
    let context = AccountCommandContext(console: console)
    let name = try context.name(account)
    try await context.withStore(at: database.path()) { store in
      let account = try await context.account(named: name, in: store)
      if withSecrets { try await context.confirm(account, named: name, in: store) }
      let zone = try self.zone.zone(of: account)
      let scope = try await self.scope(for: account, in: zone.identifier, of: store)
      let request = ExportRequest(scope, as: format, secrets: withSecrets ? .included : .leftOut, in: zone)
      let output = try ExportOutput(to: file, console)
      let progress = ProgressLine(console)
      defer { progress.clear() }
      let pieces = try await output.write { tasks in
        progress.show("Exported \(tasks) tasks")
      } _: {
        try await store[account.id].export(request)
      }
      progress.clear()
      if file != "-" { console.say("Exported \(Self.tasks(pieces.tasks)) of \(account.name) to \(file).") }
    }
  }

  private func scope(
    for account: Account, in zone: String, of store: TaskStore
  ) async throws -> ExportRequest.Scope {
    guard let list else { return .everything }
    let named = try await store[account.id].listsPage(of: Limits.listsPerAccount).rows.filter { $0.name == list }
    guard let first = named.first else {
      throw CommandProblem("\(account.name) has no list “\(list)”. Lists in the trash can't be exported alone.")
    }
    if named.count > 1 {
      throw CommandProblem(
        "\(account.name) has \(named.count) lists “\(list)”. Give the one to export another name first.")
    }
    guard let scope = ExportRequest.Scope(of: first, in: zone, at: Date()) else {
      throw CommandProblem("“\(list)” follows an address, and has no tasks of its own. Export that file instead.")
    }
    return scope
  }

  private static func tasks(_ count: Int) -> String { count == 1 ? "1 task" : "\(count) tasks" }
}

extension ExportFormat: ExpressibleByArgument {}
