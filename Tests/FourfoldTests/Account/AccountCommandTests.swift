import ArgumentParser
import Foundation
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

final class AccountCommandTests: CommandTests {
  @Test func `an account is made with the first line of the input as its password`() async throws {
    #expect(
      try await world.account("add", "Ana Lovelace", input: "correct horse\nmore")
        == ["Created the account Ana Lovelace in the new database \(world.database)."])
    #expect(try await world.opens("correct horse", for: "ana lovelace"))
    #expect(try await world.account("add", "Bob", input: " with blanks \r\n") == ["Created the account Bob."])
    #expect(try await world.opens(" with blanks ", for: "Bob"))
  }

  @Test(arguments: [
    ("", "correct horse", "The name is empty."),
    ("a\u{7}", "correct horse", "The name contains the invisible character U+0007."),
    (String(repeating: "a", count: 65), "correct horse", "The name is longer than 64 characters."),
    ("Bob", "short", "The password is shorter than 8 characters."),
    ("Bob", String(repeating: "x", count: 257), "The password is longer than 256 characters."),
    ("Bob", "password1", "The password is too easy to guess."),
    ("Bob Lovelace", "bob lovelace", "The password cannot be the account name."),
    ("Bob", "", "The input ended before anything was typed."), ("Bob", "\n", "The password is empty."),
    ("ＡＮＡ", "correct horse", "An account with this name already exists."),
  ])
  func `invalid input is reported in one line`(name: String, input: String, told: String) async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let problem = await #expect(throws: CommandProblem.self) { try await world.account("add", name, input: input) }
    #expect(problem?.description == told)
    #expect(try await world.withStore { try await $0.accounts().count } == 1)
  }

  @Test func `a refused password leaves no new database`() async throws {
    await #expect(throws: CommandProblem("The password is shorter than 8 characters.")) {
      try await world.account("add", "Ana", input: "short\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).allSatisfy { $0.hasSuffix(".txt") })
  }

  @Test func `a new password ends all sessions of the account`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let digest = Data(repeating: 1, count: 32)
    let ana = try #require(try await world.withStore { try await $0.accounts().first?.account.id })
    try await world.withStore { store in
      _ = try await store.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
    }
    #expect(
      try await world.account("password", "ana", input: "battery staple\n")
        == ["Set a new password for Ana and signed it out everywhere."])
    #expect(try await world.opens("battery staple", for: "Ana"))
    #expect(try await world.withStore { try await $0.session(digest: digest)?.session.ended } == .replaced)
  }

  @Test func `signing an account out ends its sessions and keeps its password`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let ana = try #require(try await world.withStore { try await $0.accounts().first?.account.id })
    try await world.withStore { store in
      for byte in [1, 2] as [UInt8] {
        _ = try await store.beginSession(digest: Data(repeating: byte, count: 32), for: ana, agent: "", replacing: nil)
      }
    }
    #expect(try await world.account("sign-out", "ana") == ["Signed Ana out: 2 sessions ended."])
    #expect(try await world.account("sign-out", "ana") == ["Signed Ana out: 0 sessions ended."])
    #expect(try await world.opens("correct horse", for: "Ana"))
    let digest = Data(repeating: 1, count: 32)
    #expect(try await world.withStore { try await $0.session(digest: digest)?.session.ended } == .revoked)
  }

  @Test func `an unknown account and a missing database are reported`() async throws {
    for arguments in [["password", "Bob"], ["remove", "Bob", "--yes", "--without-export"], ["list"]] {
      let problem = await #expect(throws: CommandProblem.self) {
        switch arguments.count {
        case 1: try await world.account(arguments[0])
        case 2: try await world.account(arguments[0], arguments[1])
        default: try await world.account(arguments[0], arguments[1], arguments[2], arguments[3])
        }
      }
      #expect(problem?.description == "There is no database \(world.database). Give its path with --database.")
      #expect(!FileManager.default.fileExists(atPath: world.database))
    }
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    await #expect(throws: CommandProblem("There is no account Bob.")) {
      try await world.account("password", "Bob", input: "battery staple\n")
    }
    await #expect(throws: CommandProblem("There is no account Bob.")) {
      try await world.account("remove", "Bob", "--yes", "--without-export")
    }
  }

  @Test func `a server that runs on the same file sees every change at once`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account)
      let digest = Data(repeating: 1, count: 32)
      try await store.beginSession(digest: digest, for: ana.id, agent: "", replacing: nil)
      _ = try await world.account("add", "Bob", input: "correct horse\n")
      #expect(try await store.accounts().map(\.account.name) == ["Ana", "Bob"])
      _ = try await world.account("password", "Ana", input: "battery staple\n")
      #expect(try await store.session(digest: digest)?.session.ended == .replaced)
      #expect(try await world.account("list").count == 3)
      _ = try await world.account("remove", "Ana", "--yes", "--without-export")
      #expect(try await store.accounts().map(\.account.name) == ["Bob"])
      #expect(try await store.session(digest: digest) == nil)
    }
  }

  @Test func `the list of accounts is a table, or reports that there are none`() async throws {
    try await world.withStore { _ in }
    #expect(try await world.account("list") == ["There are no accounts."])
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    #expect(
      try await world.account("list") == [
        "NAME  LISTS  TASKS  SIZE  SESSIONS  LAST SEEN", "Ana       0      0   0 B         0  -",
      ])
  }
}

struct AccountTableTests {
  @Test func `names are aligned left, numbers right, and times are in the requested zone`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    _ = try await world.account("add", "Józef Kowalski", input: "correct horse\n")
    let now = Date(timeIntervalSince1970: 1_772_357_400)
    let store = try TaskStore.open(at: world.database, now: { now })
    let ana = try #require(try await store.accounts().first?.account.id)
    for number in 0..<12 {
      try await store.beginSession(
        digest: Data(repeating: UInt8(number), count: 32), for: ana, agent: "", replacing: nil)
    }
    let jozef = try #require(try await store.accounts().last?.account.id)
    _ = try await store.disableAccount(jozef)
    let lines = AccountTable(try await store.accounts(), in: try #require(TimeZone(identifier: "Asia/Kolkata"))).lines
    try store.close()
    #expect(
      lines == [
        "NAME            LISTS  TASKS  SIZE  SESSIONS  LAST SEEN",
        "Ana                 0      0   0 B        12  2026-03-01 15:00:00+05:30",
        "Józef Kowalski      0      0   0 B         0  -                          disabled",
      ])
  }
}

final class DisablingTests: CommandTests {
  @Test
  func `a disabled account is signed out until it is enabled, and a running server notices at once`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let digest = Data(repeating: 1, count: 32)
      try await store.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
      #expect(try await store.session(digest: digest)?.session.ended == nil)
      #expect(try await world.account("disable", "ana") == ["Disabled Ana: 1 session ended. Nothing was deleted."])
      #expect(try await store.session(digest: digest)?.session.ended == .revoked)
      await #expect(throws: StoreError.forbidden) {
        try await store.beginSession(digest: Data(repeating: 2, count: 32), for: ana, agent: "", replacing: nil)
      }
      #expect(try await world.account("disable", "ana") == ["Ana is disabled already."])
      #expect(try await world.account("list").last?.hasSuffix("disabled") == true)
      #expect(try await world.account("enable", "Ana") == ["Enabled Ana: it can sign in again."])
      #expect(try await world.account("enable", "Ana") == ["Ana is not disabled."])
      try await store.beginSession(digest: Data(repeating: 2, count: 32), for: ana, agent: "", replacing: nil)
      #expect(try await store.session(digest: digest)?.session.ended == .revoked, "old sessions stay ended")
      let events = try await store[ana].accountEvents(limit: 9).events
      #expect(events.map(\.kind) == [.accountEnabled, .accountDisabled, .accountMade])
      #expect(events.first?.origin == .console)
    }
    #expect(try await world.opens("correct horse", for: "Ana"))
  }

  @Test func `an unknown account is reported`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    for command in ["disable", "enable", "quota"] {
      await #expect(throws: CommandProblem("There is no account Bob.")) { try await world.account(command, "Bob") }
    }
  }
}

struct OperatorCommandTests {
  @Test func `an account is made an operator and no longer`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    #expect(try await world.account("operator", "ana", "--on") == ["Ana is an operator now."])
    #expect(try await world.account("operator", "ana", "--on") == ["Ana is an operator already."])
    #expect(try await world.account("list").last?.hasSuffix("-          operator") == true)
    #expect(try await world.account("operator", "ana", "--off") == ["Ana is no operator now."])
    for options in [[], ["--on", "--off"]] {
      let error = #expect(throws: (any Error).self) {
        _ = try Fourfold.parseAsRoot(["account", "operator", "Ana"] + options)
      }
      #expect(error.map { Fourfold.exitCode(for: $0) } == .validationFailure)
    }
  }
}
