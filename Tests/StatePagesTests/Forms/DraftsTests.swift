import Hummingbird
import Logging
import Synchronization
import Testing

@testable import StatePages

struct DraftsTests {
  /// Keeps drafts in memory, until it is told to fail.
  private final class Memory: DraftStorage {
    private struct Broken: Error {}
    private let drafts = Mutex<[Int: (owner: String, draft: FormDraft)]>([:])
    private let works: Bool

    init(works: Bool = true) {
      self.works = works
    }

    var all: [Int: FormDraft] { drafts.withLock { $0.mapValues(\.draft) } }

    func keep(_ draft: FormDraft, of sender: String) async throws -> Int {
      guard works else { throw Broken() }
      return drafts.withLock { drafts in
        drafts[drafts.count + 1] = (sender, draft)
        return drafts.count
      }
    }

    func forget(_ id: Int, of owner: String) async throws {
      guard works else { throw Broken() }
      drafts.withLock { if $0[id]?.owner == owner { $0[id] = nil } }
    }
  }

  private let logger = Logger(label: "test")

  private func form(_ body: String) throws -> FormBody {
    try FormBody(body.utf8) { _ in true }
  }

  private func drafts(_ memory: Memory) -> Drafts<Memory> { Drafts(memory, secrets: ["password"]) }

  @Test func `a form is kept in its order, without secrets and without the draft that it was made from`() async throws {
    let memory = Memory()
    let sent = try form("title=Milk&password=secret&notes=2+l&draft=9")
    let id = await drafts(memory).keep(sent, sentTo: "/tasks", of: "ann", logger: logger)
    #expect(id == 1)
    #expect(
      memory.all == [
        1: FormDraft(path: "/tasks", fields: [.init(name: "title", value: "Milk"), .init(name: "notes", value: "2 l")])
      ])
  }

  @Test func `where nothing can be kept, there is no id`() async throws {
    let id = await drafts(Memory(works: false)).keep(try form("title=Milk"), sentTo: "/", of: "ann", logger: logger)
    #expect(id == nil)
  }

  @Test func `a form names its draft`() throws {
    let drafts = drafts(Memory())
    #expect(drafts.id(in: try form("title=Milk&draft=1")) == 1)
    for body in ["draft=x", "other=1", ""] { #expect(drafts.id(in: try form(body)) == nil, "\(body)") }
  }

  @Test func `a draft is deleted once its form is accepted, and not before`() async throws {
    let memory = Memory()
    let drafts = drafts(memory)
    _ = await drafts.keep(try form("title=Milk"), sentTo: "/", of: "ann", logger: logger)
    let again = try form("title=Milk&draft=1")
    await drafts.forget(again, accepted: Response(status: .unprocessableContent), of: "ann", logger: logger)
    await drafts.forget(again, accepted: .seeOther("/"), of: "ben", logger: logger)
    await drafts.forget(try form("title=Milk"), accepted: .seeOther("/"), of: "ann", logger: logger)
    #expect(memory.all.count == 1)
    await drafts.forget(again, accepted: .seeOther("/"), of: "ann", logger: logger)
    #expect(memory.all.isEmpty)
  }
}
