import Foundation
import GRDB
import TaskStore
import Tasks
import Testing

@testable import fourfold

/// `fourfold mail-in`, as a mail server runs it.
struct MailInTests {
  private let world: CommandWorld
  private let address: String

  init() async throws {
    world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    address = try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      try await store[ana].makeIncomingAddress(submission: SubmissionID(high: 1, low: 1))
      return "inbox+\(try #require(try await store[ana].incomingAddresses().first).name)@lists.example"
    }
  }

  private func run(
    _ arguments: [String], _ mail: String, in database: String? = nil, environment: [String: String] = [:]
  ) async throws -> (status: Int32, told: String) {
    let file = world.folder.appending(path: UUID().uuidString)
    try Data(mail.utf8).write(to: file)
    let command = try RunningCommand(
      ["mail-in"] + arguments + ["--database", database ?? world.database], input: FileHandle(forReadingFrom: file),
      environment: environment, in: world)
    return (try await command.ends(), try command.said + command.asked)
  }

  private func tasks() async throws -> [TaskDraft] {
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let inbox = try #require(try await store[ana].listChoices().first).id
      var tasks: [TaskDraft] = []
      for row in try await store[ana].openTasks(in: inbox) {
        tasks.append(try await store[ana].task(row.id).text)
      }
      return tasks
    }
  }

  private static let mail = """
    From: Ben <ben@example.org>\r\nSubject: =?utf-8?Q?M=C3=BCll_hinaus?= tomorrow #home !high\r\nMessage-ID: <1@example.org>\r
    Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nThe blue bin.\r\n--in\r
    Content-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n--in--\r\n
    """

  @Test func `a mail becomes one task, with what its subject says`() async throws {
    let first = try await run([address], Self.mail, environment: ["FOURFOLD_TIME_ZONE": "UTC"])
    #expect(first.status == 0 && first.told.contains("A task of Ana was made."), "\(first)")
    let again = try await run([address], "Received: by another\r\n" + Self.mail)
    #expect(again.status == 0 && again.told.contains("is a task already"), "\(again)")
    let tasks = try await tasks()
    #expect(tasks.map(\.title) == ["Müll hinaus"])
    let task = try #require(tasks.first)
    #expect(task.due != nil && task.priority == .high && task.tags.tags.map(\.name) == ["home"])
    #expect(task.notes == "The blue bin.\n\nLeft out:\n📎 plan.pdf", "\(task.notes)")
  }

  @Test func `the header tells the address where no argument does`() async throws {
    let sent = try await run([], "Delivered-To: \(address)\n" + Self.mail)
    #expect(sent.status == 0, "\(sent)")
    #expect(try await tasks().count == 1)
  }

  @Test func `each failure has the exit code by which a mail server returns the mail, or tries again`() async throws {
    let unknown = "inbox+k3v9xw2m7pqt4bnz8hcd@lists.example"
    #expect(try await run([unknown], Self.mail).status == 67)
    #expect(try await run([], Self.mail).status == 67)
    #expect(try await run([address], "Hello").status == 65)
    #expect(try await run([address], "From: a@b.example\n\n").status == 65)
    #expect(try await run([address, "--maildir", "/tmp"], Self.mail).status == 64)
    #expect(try await run(["--maildir", "/dev"], "").status == 66)
    #expect(try await run([address], Self.mail, in: world.folder.path + "/none").status == 75)
    let automatic = try await run([address], "Auto-Submitted: auto-replied\n" + Self.mail)
    #expect(automatic.status == 0 && automatic.told.contains("No task"))
    #expect(try await tasks().isEmpty)
  }

  @Test func `while another process locks the database, it asks to try again`() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: world.database, configuration: configuration)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let locked = try await run([address], Self.mail)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    #expect(locked.status == 75, "\(locked)")
    #expect(try await run([address], Self.mail).status == 0)
  }

  @Test func `an account without room takes no mail now`() async throws {
    _ = try await world.account("quota", "Ana", "--tasks", "0")
    let full = try await run([address], Self.mail)
    #expect(full.status == 75 && full.told.contains("no room"), "\(full)")
  }

  @Test func `the new mails of a Maildir are taken, and each is moved once its task is there`() async throws {
    let folder = world.folder.appending(path: "Maildir")
    for name in ["new", "cur", "tmp"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    func put(_ name: String, _ mail: String) throws {
      try Data(mail.utf8).write(to: folder.appending(path: "new/\(name)"))
    }
    func names(_ name: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path).sorted()
    }
    let mail = "Delivered-To: \(address)\n" + Self.mail
    try put("100.a", mail)
    // As after a crash between the commit and the move.
    try put("101.b", mail)
    try put("102.c", "X-Original-To: nobody@lists.example\n" + Self.mail)
    let taken = try await run(["--maildir", folder.path], "")
    #expect(taken.status == 0, "\(taken)")
    #expect(try names("new").isEmpty)
    #expect(try names("cur") == ["100.a:2,S", "101.b:2,S", "102.c:2,S"])
    #expect(try await tasks().count == 1)
    _ = try await world.account("quota", "Ana", "--tasks", "0")
    try put("103.d", mail.replacing("<1@", with: "<2@"))
    #expect(try await run(["--maildir", folder.path], "").status == 75)
    #expect(try names("new") == ["103.d"])
  }
}
