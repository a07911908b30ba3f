import Foundation
import GRDB
import Testing

@testable import fourfold

struct CheckCommandTests {
  private let world: CommandWorld

  init() async throws {
    world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
  }

  private func edit(_ sql: String) async throws {
    let queue = try DatabaseQueue(path: world.database)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private func check(_ arguments: String...) async throws -> (status: Int32, lines: [String], errors: String) {
    let command = try RunningCommand(["check"] + arguments + ["--database", world.database], in: world)
    let status = try await command.ends()
    return (status, try command.said.split(separator: "\n").map(String.init), try command.asked)
  }

  @Test func `a sound database is exit code 0, also beside a running server`() async throws {
    try await world.withStore { _ in
      let result = try await check()
      #expect(result.status == 0)
      #expect(result.lines.count == 1 && result.lines[0].hasSuffix(": nothing is wrong."))
    }
    #expect(try await check("--repair").status == 0)
    #expect(!FileManager.default.fileExists(atPath: world.database + "-wal"))
  }

  @Test func `mistakes are exit code 1, and 0 once they are repaired, beside a running server`() async throws {
    try await edit(
      """
      INSERT INTO lists (id, name, created, open) VALUES (7, 'A', 1, 3);
      INSERT INTO memberships (account, list, role, position) VALUES (1, 7, 'owner', 0)
      """)
    try await world.withStore { _ in
      let found = try await check()
      #expect(found.status == 1)
      #expect(found.lines.dropLast(2) == ["list 7 counts its tasks wrongly (can be rebuilt)"])
      #expect(found.lines.last == "Rebuild what can be rebuilt with --repair.")
      let repaired = try await check("--repair")
      #expect(repaired.status == 0)
      #expect(repaired.lines.contains("Rebuilt what follows from other rows."))
      #expect(repaired.lines.last?.hasSuffix(": nothing is wrong.") == true)
      #expect(try await check().status == 0)
    }
  }

  @Test func `what cannot be rebuilt remains exit code 1`() async throws {
    try await edit(
      "PRAGMA foreign_keys = OFF; INSERT INTO memberships (account, list, role, position) VALUES (1, 77, 'owner', 0)")
    let result = try await check("--repair")
    #expect(result.status == 1)
    #expect(result.lines.first == "a row of memberships refers to a row of lists that is not there")
  }

  @Test func `a damaged file is not written by a repair`() async throws {
    try await edit(
      """
      INSERT INTO lists (id, name, created, open) VALUES (7, 'A', 1, 3);
      INSERT INTO meta VALUES ('ballast', hex(zeroblob(20000)))
      """)
    let url = URL(filePath: world.database)
    var bytes = try Data(contentsOf: url)
    let page = try #require(bytes.firstRange(of: Data("ballast".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: url)
    let result = try await check("--repair")
    #expect(result.status == 1)
    #expect(result.lines.contains { $0.hasPrefix("damaged: ") })
    #expect(result.lines.last == "The file is damaged, so nothing was repaired. Restore a backup.")
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test(arguments: [#"{"format": "fourfold", "version": 1, "lists": []}"#, String(repeating: "{\n}", count: 3_000)])
  func `a file that is no database is told as such, and not as damaged`(content: String) async throws {
    try content.write(toFile: world.database, atomically: true, encoding: .utf8)
    let result = try await check()
    #expect(result.status == 2)
    #expect(result.lines == [])
    #expect(
      result.errors
        == "Error: The database \(world.database) can't be read: it is not a database. Restore a backup, or name another file.\n"
    )
    #expect(try String(contentsOfFile: world.database, encoding: .utf8) == content)
  }

  @Test func `what cannot be checked is exit code 2`() async throws {
    try await edit("INSERT INTO grdb_migrations VALUES ('from the future')")
    let result = try await check()
    #expect(result.status == 2)
    #expect(result.errors.contains("was written by a later version, with schema"))
    try FileManager.default.removeItem(atPath: world.database)
    #expect(try await check().status == 2)
    #expect(try await check("--what").status == 64)
  }
}
