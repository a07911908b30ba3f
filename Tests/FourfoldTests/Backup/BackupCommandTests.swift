import Foundation
import GRDB
import TaskStore
import Tasks
import Testing

@testable import fourfold

/// The built commands `backup` and `restore`, beside a server that has the database open.
final class BackupCommandTests: CommandTests {
  private var file: String { world.folder.appending(path: "b.sqlite").path }

  /// Fills the database with megabytes of text, so that copying takes a while.
  private func fill(megabytes: Int) async throws {
    try TaskStore.open(at: world.database).close()
    let queue = try DatabaseQueue(path: world.database)
    try await queue.write { db in
      try db.execute(sql: "INSERT INTO meta VALUES ('ballast', hex(zeroblob(?)))", arguments: [megabytes * 500_000])
    }
    try queue.close()
  }

  private func run(_ arguments: String..., after preparation: String? = nil) throws -> RunningCommand {
    try RunningCommand(arguments + ["--database", world.database], after: preparation, in: world)
  }

  /// The names in the folder beside the database and the outputs of commands.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
      .filter { !$0.hasSuffix(".txt") && !$0.hasPrefix("lists.sqlite") }.sorted()
  }

  @Test func `a backup beside a running server is restored after it has stopped`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let backup = try run("backup", file)
      #expect(try await backup.ends() == 0)
      #expect(try backup.said.hasPrefix("Backed up \(world.database) to \(file): 0."))
      #expect(try names() == ["b.sqlite"])
      _ = try await world.account("add", "Bob", input: "correct horse\n")
      let early = try run("restore", file)
      #expect(try await early.ends() == 1)
      #expect(
        try early.asked
          == "Error: The database \(world.database) is open in another process. Stop Fourfold, and try again.\n")
      #expect(try await store.accounts().map(\.account.name) == ["Ana", "Bob"])
    }
    let restore = try run("restore", file)
    #expect(try await restore.ends() == 0)
    let lines = try restore.said.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Restored \(world.database) from \(file): 0.") == true)
    #expect(lines.last?.hasPrefix("The database that was there before is now \(world.database).replaced-2") == true)
    #expect(try await world.withStore { try await $0.accounts().map(\.account.name) } == ["Ana"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func `a backup stopped by a signal leaves none, and the next leaves nothing else`(signal: Int32) async throws {
    try await fill(megabytes: 1)
    // The backup waits for the lock of another process, for five seconds at most.
    let queue = try DatabaseQueue(path: world.database)
    try await queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
    }
    let backup = try run("backup", file)
    let unfinished = file + ".unfinished"
    // Not on the threads of other tests, who may hold them for longer than the backup waits.
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        while backup.isRunning, !FileManager.default.fileExists(atPath: unfinished) { usleep(1_000) }
        backup.send(signal)
        usleep(2_000_000)
        done.resume(with: Result { try queue.close() })
      }
    }
    let status = try await backup.ends()
    #expect(!FileManager.default.fileExists(atPath: file))
    if signal == SIGKILL {
      #expect(status == -SIGKILL)
    } else {
      #expect(status == 128 + signal)
      #expect(try names() == [])
      #expect(try backup.asked == "Interrupted. Nothing was changed, and no file was left behind.\n")
    }
    let again = try run("backup", file)
    #expect(try await again.ends() == 0)
    #expect(try names() == ["b.sqlite"])
  }

  @Test func `a file system that refuses to take more is reported, and nothing is left`() async throws {
    try await fill(megabytes: 8)
    // The limit stands for a disk that is full: writing fails in the midst of a file. In units of 512 bytes.
    let backup = try run("backup", file, after: "ulimit -f 8000; trap '' XFSZ")
    #expect(try await backup.ends() == 1)
    #expect(try backup.asked == "Error: \(file) can't be written: the disk quota is used up.\n")
    #expect(try names() == [])
  }

  @Test func `a restore without room leaves the database as it was`() async throws {
    try await fill(megabytes: 8)
    #expect(try await run("backup", file).ends() == 0)
    let before = try Data(contentsOf: URL(filePath: world.database))
    let restore = try run("restore", file, after: "ulimit -f 8000; trap '' XFSZ")
    #expect(try await restore.ends() == 1)
    #expect(try restore.asked == "Error: \(world.database) can't be written: the disk quota is used up.\n")
    #expect(try Data(contentsOf: URL(filePath: world.database)) == before)
    #expect(try names() == ["b.sqlite"])
    #expect(!FileManager.default.fileExists(atPath: world.database + ".unfinished"))
  }

  @Test(.enabled(if: geteuid() != 0, "root can write everywhere"))
  func `a folder that cannot be written is reported`() async throws {
    try await fill(megabytes: 1)
    let folder = world.folder.appending(path: "closed").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
    let backup = try run("backup", folder + "/b.sqlite")
    #expect(try await backup.ends() == 1)
    #expect(try backup.asked == "Error: \(folder)/b.sqlite can't be written: permission denied.\n")
  }
}
