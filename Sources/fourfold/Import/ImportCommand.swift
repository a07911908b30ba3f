import ArgumentParser
import Foundation
import TaskApp
import TaskFormats
import TaskStore
import Tasks

/// `fourfold import`.
struct ImportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports the lists of another app into an account, also while the server is running.",
    discussion: """
      The content of the file decides its format: exports of Fourfold, Todoist, Trello, Google Tasks, Microsoft To Do, Vikunja, \
      Taskwarrior, Super Productivity, Tasks.org, Remember the Milk, Asana, Notion, TickTick, Toodledo, iCalendar, todo.txt, Markdown and CSV, also in a zip archive. What is not imported as it is, is listed with its \
      reason.

      All lists are added, or none. Interrupted, it adds nothing. Tasks that the account has already, also in its trash, are left out: \
      the same file adds nothing twice. In the app, the history of each list offers one undo for all of them.

      Examples: fourfold import --account Ana --dry-run todoist.zip
                fourfold import --account Ana --sections lists board.json
                curl -s https://dav.example/a.ics | fourfold import --account Ana -

      Exit codes: 0 if the lists were imported, or the account had everything already; 1 if nothing was imported, for the reason that \
      is told; 64 for wrong options.
      """)

  @Argument(help: "The file; - for the standard input.")
  var file: String
  @Option(help: "The name of the account.")
  var account: String
  @Option(
    help:
      "What sections, headings and buckets become: sections of the list, tags of their tasks, or lists of their own.")
  var sections = SectionHandling.sections
  @Flag(help: "Print what would be imported, and import nothing.")
  var dryRun = false
  @Option(
    help: """
      The encoding of text that declares none and is not UTF-8: \(TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")).
      """, transform: { try ImportCommand.choice(of: $0) })
  var encoding: TextEncoding?
  @Option(
    help: "The order of dates such as 3/4/2027 whose day could be their month: day-first or month-first.",
    transform: { try ImportCommand.choice(of: $0) })
  var dateOrder: DateOrder?
  @OptionGroup var zone: TimeZoneOption
  @OptionGroup var database: DatabaseOption

  fileprivate static func choice<Choice: RawRepresentable<String>>(of text: String) throws -> Choice {
    guard let choice = Choice(rawValue: text.lowercased()) else { throw ValidationError("There is no choice \(text).") }
    return choice
  }

  func run(on console: Console) async throws {
    let context = AccountCommandContext(console: console)
    let name = try context.name(account)
    let bytes = try ImportFile(path: file, console: console).bytes()
    try await context.withStore(at: database.path()) { store in
      let account = try await context.account(named: name, in: store)
      let choices = ImportChoices(
        encoding: encoding, dateOrder: dateOrder, usualOrder: account.settings.dateOrder(in: account.language()))
      let content = try read(bytes, in: zone.zone(of: account), choices)
      let lists = content.converting(sections).lists
      let plan = try await store[account.id].planImport(of: lists)
      let report = ImportReport(content, plan, sections: content.hasSections ? sections : nil)
      for line in report.lines + report.questions(choices) { console.say(line) }
      guard content.hasContent else {
        throw CommandProblem("Nothing was imported: \(file == "-" ? "the input" : file) has no tasks.")
      }
      if dryRun { return console.say(report.dryRun) }
      console.say(try await importing(lists, into: account, of: store, console))
    }
  }

  private func read(
    _ bytes: [UInt8], in zone: TimeZone, _ choices: ImportChoices
  ) throws(CommandProblem) -> PortableFile {
    do throws(UnreadableFile) {
      return try PortableFile(importing: bytes, named: file == "-" ? nil : file, in: zone, choices: choices)
    } catch {
      throw CommandProblem(importing: error, file)
    }
  }

  private func importing(
    _ lists: [PortableList], into account: Account, of store: TaskStore, _ console: Console
  ) async throws(CommandProblem) -> String {
    let progress = ProgressLine(console)
    defer { progress.clear() }
    let submission = SubmissionID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
    do throws(StoreError) {
      let result = try await store[account.id].importLists(
        lists, unnamed: ListName(stored: "Imported"), submission: submission
      ) { done, all in progress.show("Imported \(done) of \(all) tasks") }
      return ImportReport.ending(result, account.name)
    } catch {
      throw CommandProblem(importing: error)
    }
  }
}

extension SectionHandling: ExpressibleByArgument {}

/// A file to import, read up to the limit.
struct ImportFile {
  let path: String
  let console: Console
  var limit = ImportLimits.standard.fileBytes

  /// The content; one byte more than the limit if it is longer.
  func bytes() throws(CommandProblem) -> [UInt8] {
    let descriptor = path == "-" ? console.input : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem(errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: path != "-")
    do { return Array(try handle.read(upToCount: limit + 1) ?? Data()) } catch { throw problem(errno) }
  }

  private func problem(_ error: Int32) -> CommandProblem {
    CommandProblem("\(path) could not be read: \(String(cString: strerror(error))).")
  }
}
