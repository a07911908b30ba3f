import ArgumentParser
import Foundation
import StatePages
import TaskApp
import TaskFormats
import TaskStore
import Tasks

/// `fourfold mail-in`.
struct MailIn: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail-in", abstract: "Makes a task of a mail, also while the server is running.",
    discussion: """
      A mail server runs it for each mail, and passes the mail on the standard input. The address tells the account: that of the \
      argument, or else those of the mail's header. With --maildir, it takes the new mails of a folder instead, and moves each to those \
      that were seen. No mail becomes two tasks, however often it is passed on.

      Auto-replies and mail in bulk become no tasks. Accounts find their addresses at Settings, Reminders, once the server has \
      --mail-in-domain.

      Examples: fourfold mail-in inbox+k3v9xw2m7pqt4bnz8hcd@example.org < mail.eml
                fourfold mail-in --maildir /home/fourfold/Maildir

      Exit codes: 0 if there is a task, or none is to be made of the mail; else those of sysexits.h: 64 for wrong options; 65 if the input \
      is no mail; 66 if the folder is no Maildir; 67 if no account has the address; 75 to try again later, when the database is in use, \
      full or missing, or the account has no room.
      """)

  @Argument(help: "The addresses that the mail is for. (default: those that its header tells)")
  var recipients: [String] = []
  @Option(help: "The Maildir whose new mails are taken, a folder with the folders new and cur.")
  var maildir: String?
  @OptionGroup var zone: TimeZoneOption
  @OptionGroup var database: DatabaseOption

  func validate() throws {
    if maildir != nil, !recipients.isEmpty {
      throw ValidationError("With --maildir, the mails tell whom they are for: leave out the addresses.")
    }
  }

  func run(on console: Console) async throws {
    if let maildir {
      guard let folder = Maildir(maildir) else {
        console.note("There is no Maildir \(maildir): it has the folders new and cur.")
        throw ExitCode(66)
      }
      try await withStore(console) { store in try await take(folder, store, console) }
    } else {
      let input = MailInput(descriptor: console.input)
      guard let bytes = input.bytes() else { throw end(.unreadable, console) }
      try await withStore(console) { store in
        let result = try await receive(bytes, store)
        if result.exitCode != 0 { throw end(result, console) }
        console.say(result.words)
      }
    }
  }

  /// The error of a result, which is told first. Mail servers put that into the mail by which they return it.
  private func end(_ result: MailResult, _ console: Console) -> ExitCode {
    console.note(result.words)
    return ExitCode(result.exitCode)
  }

  private func withStore(_ console: Console, _ work: (TaskStore) async throws -> Void) async throws {
    let path = database.path()
    guard FileManager.default.fileExists(atPath: path) else {
      throw end(.unavailable("There is no database \(path). Give its path with --database."), console)
    }
    let store: TaskStore
    do { store = try TaskStore.open(at: path) } catch {
      throw end(.unavailable("\(CommandProblem.wording(error))"), console)
    }
    let result: Result<Void, any Error>
    do { result = .success(try await work(store)) } catch { result = .failure(error) }
    // All writes are durable. The write-ahead log may remain if another process still reads it.
    do throws(StoreError) { try store.close() } catch {}
    try result.get()
  }

  /// Takes the new mails of a folder. One that is to be tried again stays where it is.
  private func take(_ folder: Maildir, _ store: TaskStore, _ console: Console) async throws {
    var last: MailResult?
    for name in folder.new() {
      guard let bytes = folder.content(of: name) else { continue }
      let result = try await receive(bytes, store)
      console.say("\(name): \(result.words)")
      if result.isTemporary {
        last = result
      } else if let problem = folder.move(name) {
        console.note(problem)
        last = .unavailable(problem)
      }
    }
    if let last { throw ExitCode(last.exitCode) }
  }

  /// Makes a task for each account that a mail is for.
  private func receive(_ bytes: [UInt8], _ store: TaskStore) async throws -> MailResult {
    guard let mail = ReceivedMail(bytes) else { return .noMail }
    if mail.isAutomatic { return .automatic }
    let names = (recipients.isEmpty ? mail.recipients : recipients).compactMap { IncomingAddress.name(in: $0) }
    var results: [MailResult] = []
    for name in Set(names).sorted() {
      do throws(StoreError) {
        guard let (address, account) = try await store.incomingAddress(named: name) else { continue }
        results.append(try await receive(mail, at: address, of: account, store))
      } catch {
        results.append(MailResult(error))
      }
    }
    return results.first(where: \.isTemporary) ?? results.first ?? .unknown
  }

  private func receive(
    _ mail: ReceivedMail, at address: IncomingAddressID, of account: Account, _ store: TaskStore
  ) async throws(StoreError) -> MailResult {
    let zone: TimeZone
    do { zone = try self.zone.zone(of: account) } catch { zone = .gmt }
    let language = account.language()
    guard
      let task = MailedTask(
        mail, for: account.settings, language, in: zone, at: .now, leftOut: MailWords.leftOut(in: language))
    else { return .empty }
    let receipt = try await store[account.id, in: zone.identifier, by: .mail].addMail(
      task.draft, literal: task.literal, to: address, digest: task.digest)
    switch receipt {
    case .added: return .added(account.name)
    case .known: return .known
    case .tooMany: return .tooMany
    }
  }
}

/// What became of a mail. The words begin with the code of RFC 3463, by which mail servers tell it to the sender.
enum MailResult: Hashable, Sendable {
  case added(String)
  case known, automatic, noMail, empty, unknown, tooMany, full, unreadable
  case unavailable(String)

  init(_ error: StoreError) {
    switch error {
    case .notFound: self = .unknown
    case .limit: self = .full
    case .unavailable, .gone, .forbidden, .conflict, .repeated, .taken, .cancelled, .internal:
      self = .unavailable(CommandProblem(store: error).description)
    }
  }

  /// The exit code, one of sysexits.h.
  var exitCode: Int32 {
    switch self {
    case .added, .known, .automatic: 0
    case .noMail, .empty: 65
    case .unknown: 67
    case .tooMany, .full, .unreadable, .unavailable: 75
    }
  }

  /// Whether it may go well later.
  var isTemporary: Bool { exitCode == 75 }

  var words: String {
    switch self {
    case .added(let account): "2.0.0 A task of \(account) was made."
    case .known: "2.0.0 This mail is a task already."
    case .automatic: "2.0.0 No task is made of auto-replies and mail in bulk."
    case .noMail: "5.6.0 The input is no mail."
    case .empty: "5.6.0 The mail has neither subject nor text."
    case .unknown: "5.1.1 No account has this address."
    case .tooMany: "4.7.0 The account got too many mails within an hour. Try again later."
    case .full: "4.2.2 The account has no room for another task."
    case .unreadable: "4.3.0 The input could not be read."
    case .unavailable(let problem): "4.3.0 \(problem)"
    }
  }
}

/// The words in the notes of a task, in the language of its account.
private enum MailWords {
  static func leftOut(in language: String) -> String {
    let name = "\(language.prefix { $0 != "-" }).json"
    let files = TaskApp.words(beside: InstalledFolder.path("Templates"))
    guard let file = files.first(where: { $0.hasSuffix("/\(name)") }) ?? files.first else { return fallback }
    do { return try MessageCatalogue(file).plain("import-remarks.left-out") ?? fallback } catch { return fallback }
  }

  /// Where the words are not installed.
  private static let fallback = "Left out:"
}
