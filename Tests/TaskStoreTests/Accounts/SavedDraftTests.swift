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

  @Test func `a draft saved for an ended session is restored unchanged`() async throws {
    let ana = try await world.register("Ana")
    let session = try await ana.signIn().session
    try await ana.mine.endSession(session.id, as: .revoked)
    let id = try await ana.store.keep(path: "/tasks/5", fields: Self.fields, for: session.id, of: ana.account)
    let form = try await ana.mine.savedDraft(id)
    #expect((form.id, form.account, form.path) == (id, ana.account, "/tasks/5"))
    #expect(form.fields.map { Array($0.value.utf8) } == Self.fields.map { Array($0.value.utf8) })
    #expect(form.fields.map(\.name) == ["title", "title", "version"])
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
}
