import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesTesting
import Synchronization
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

final class ExportTests: WorldTests {
  private func export(_ world: World, _ password: String = "") async throws -> Answer {
    try await world.press(world.form("/settings/export", at: "/settings/data"), typing: ["password": password])
  }

  @Test func `the export file has everything of the account, and nothing of another`() async throws {
    let rich = try await RichWorld()
    _ = try await Stranger(in: rich.world)
    let answer = try await export(rich.world)
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "application/json")
    #expect(answer.headers[.contentDisposition] == "attachment; filename=\"fourfold-2026-11-20.json\"")
    #expect(answer.headers[.cacheControl] == "private, no-store")
    let export = try AccountExport(json: Data(answer.body.utf8))
    #expect(export.account == "Ann")
    #expect(export.lists.map(\.name) == ["Inbox", "House", "Garden", "Done", "Empty", "Choir", "Attic"])
    #expect(export.lists.map { $0.deleted != nil } == [false, false, false, false, false, false, true])
    for words in ["Order tiles", "matt", "Buy sandpaper", "Sort the boxes", "اتصل"] {
      #expect(answer.body.contains(words), "\(words)")
    }
    for words in ["Secret", "Theirs", "Stranger", "scrypt", "sessions"] {
      #expect(!answer.body.contains(words), "\(words)")
    }
  }

  @Test func `an account has one export at a time: a second is refused, and another account's is not`() async throws {
    let ben = try await world.another("Ben")
    let first = try await world.respond(
      .post, "/settings/export", .form, body: .init(buffer: ByteBuffer(string: "password=")))
    let answer = try await export(world)
    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "30")
    #expect(try answer.page.element(id: "export-error")?.text.contains("already running") == true)
    #expect(try await export(ben).status == .ok)
    #expect(try await Answer(first).status == .ok)
  }

  @Test func `an export that is not downloaded frees its slot`() async throws {
    _ = try await world.respond(.post, "/settings/export", .form, body: .init(buffer: ByteBuffer(string: "password=")))
    #expect(try await export(world).status == .ok)
  }

  @Test func `the rate of exports is limited`() throws {
    let time = Mutex(ContinuousClock.now)
    let slots = AccountSlots(32, longestRow: .seconds(300)) { time.withLock { $0 } }
    var held = [try slots.enter(AccountID(1))]
    time.withLock { $0 += .seconds(299) }
    held.append(try slots.enter(AccountID(2)))
    held.removeFirst()
    time.withLock { $0 += .seconds(1) }
    #expect(throws: AccountSlots.Refusal.busy) { try slots.enter(AccountID(3)) }
    held.removeAll()
    held = try (1...32).map { try slots.enter(AccountID($0)) }
    #expect(throws: AccountSlots.Refusal.running) { try slots.enter(AccountID(1)) }
    #expect(throws: AccountSlots.Refusal.busy) { try slots.enter(AccountID(99)) }
    held.removeLast()
    _ = try slots.enter(AccountID(99))
  }

  @Test func `files and feeds that take turns are limited together`() throws {
    let time = Mutex(ContinuousClock.now)
    let slots = AccountSlots(32, longestRow: .seconds(300)) { time.withLock { $0 } }
    var held = [try slots.enter(AccountID(1), for: .file)]
    time.withLock { $0 += .seconds(299) }
    held = [held[0], try slots.enter(AccountID(1), for: .feed)]
    held.removeFirst()
    time.withLock { $0 += .seconds(1) }
    for purpose in [AccountSlots.Purpose.file, .feed] {
      #expect(throws: AccountSlots.Refusal.busy) { try slots.enter(AccountID(2), for: purpose) }
    }
    held.removeAll()
    held = try (0..<4).map { _ in try slots.enter(AccountID(1), for: .feed) }
    #expect(throws: AccountSlots.Refusal.running) { try slots.enter(AccountID(1), for: .feed) }
    _ = try slots.enter(AccountID(1), for: .file)
  }
}
