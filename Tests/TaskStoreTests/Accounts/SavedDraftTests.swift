import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SavedDraftTests: WorldTests {
  static let fields = [
    SavedDraftField(name: "title", value: "\"e\u{301}\" </textarea>\r\n\tMilk \0"),
    SavedDraftField(name: "title", value: ""),
    SavedDraftField(name: "version", value: "12"),
  ]

  @Test func `a draft saved for an ended session is restored unchanged, for its account only`() async throws {
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let session = try await ana.signIn().session
    try await ana.mine.endSession(session.id, as: .revoked)
    let id = try await ana.store.keep(path: "/tasks/5", fields: Self.fields, for: session.id, of: ana.account)
    let form = try await ana.mine.savedDraft(id)
    #expect((form.id, form.account, form.path) == (id, ana.account, "/tasks/5"))
    #expect(form.fields.map { Array($0.value.utf8) } == Self.fields.map { Array($0.value.utf8) })
    #expect(form.fields.map(\.name) == ["title", "title", "version"])

    let (store, stranger) = (ben.store, ben.account)
    await #expect(throws: StoreError.notFound) { try await store[stranger].savedDraft(id) }
    await #expect(throws: StoreError.notFound) { try await store[stranger].forgetDraft(id) }
    await #expect(throws: StoreError.notFound) {
      try await store.keep(path: "/", fields: [], for: session.id, of: stranger)
    }
    try await store[ana.account].forgetDraft(id)
    await #expect(throws: StoreError.notFound) { try await store[ana.account].savedDraft(id) }
    await #expect(throws: StoreError.notFound) { try await store[ana.account].forgetDraft(id) }
  }

  @Test func `a session has five drafts at most, and the oldest is dropped`() async throws {
    let ana = try await World().register("Ana")
    let (one, two) = (try await ana.signIn().session, try await ana.signIn().session)
    let other = try await ana.store.keep(path: "/other", fields: [], for: two.id, of: ana.account)
    var ids: [SavedDraftID] = []
    for number in 1...7 {
      #expect(try await ana.store.hasRoomForDraft(of: one.id) == (number <= 5))
      ids.append(try await ana.store.keep(path: "/\(number)", fields: [], for: one.id, of: ana.account))
    }
    for id in ids.prefix(2) { await #expect(throws: StoreError.notFound) { try await ana.mine.savedDraft(id) } }
    for id in ids.dropFirst(2) + [other] { #expect(try await ana.mine.savedDraft(id).fields.isEmpty) }
  }

  @Test func `the newest draft is found by its account only, until it is deleted or a week old`() async throws {
    let (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    #expect(try await ana.mine.listsHeader(of: 100).kept == nil)
    let (one, two) = (try await ana.signIn().session, try await ana.signIn().session)
    let older = try await ana.store.keep(path: "/1", fields: [], for: two.id, of: ana.account)
    ana.clock.advance(days: 1)
    let newer = try await ana.store.keep(path: "/2", fields: [], for: one.id, of: ana.account)
    try await ana.mine.endSession(one.id, as: .revoked)
    let theirs = try await ben.store.keep(path: "/3", fields: [], for: ben.signIn().session.id, of: ben.account)
    #expect(try await ana.mine.listsHeader(of: 100).kept == newer)
    #expect(try await ben.mine.listsHeader(of: 100).kept == theirs)
    try await ana.mine.forgetDraft(newer)
    #expect(try await ana.mine.listsHeader(of: 100).kept == older)
    ana.clock.advance(days: 7)
    #expect(try await ana.mine.listsHeader(of: 100).kept == nil)
  }

  @Test func `a draft expires after a week, swept or not, and its session is stored until then`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    try await ana.mine.endSession(session.id, as: .signedOut)
    ana.clock.advance(days: 28)
    let id = try await ana.store.keep(path: "/", fields: Self.fields, for: session.id, of: ana.account)
    ana.clock.advance(days: 6)
    try await ana.store.sweep()
    #expect(try await ana.mine.savedDraft(id).path == "/")
    ana.clock.advance(days: 2)
    await #expect(throws: StoreError.notFound) { try await ana.mine.savedDraft(id) }
    try await ana.store.sweep()
    #expect(try await ana.store.number("SELECT count(*) FROM kept_forms") == 0)
    #expect(try await ana.store.session(digest: digest) == nil)
  }
}
