import Foundation
import TaskFormats
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

extension World {
  /// The address of most followed lists.
  static let choir = "https://choir.example/tasks.ics"

  /// Drafts a source, with the result of a fetch if there is one.
  @discardableResult
  func draft(_ url: String, _ list: ReadList? = nil) async throws -> SourceID {
    let address = try SourceAddress(validating: url)
    guard case .draft(let id) = try await store[account].draftSource(address) else {
      Issue.record("\(address) is followed already")
      throw StoreError.notFound
    }
    if let list { try await record(.came(list), of: id) }
    return id
  }

  /// Follows a list, with the result of a fetch if there is one.
  @discardableResult
  func follow(
    _ url: String, as name: String = "Choir", _ list: ReadList? = nil
  ) async throws -> (list: ListID, source: SourceID) {
    let source = try await draft(url, list)
    let written = try await store[account].follow(source, as: ListName(validating: name), submission: .fresh())
    return (written.list, source)
  }

  /// Records that a fetch has ended now.
  func record(_ outcome: FetchOutcome, of source: SourceID) async throws {
    let address = try await store[account].source(source).address
    try await store.record(outcome, of: source, from: address, at: time.now, next: time.now.addingTimeInterval(3_600))
  }

  /// Requests a refresh of a list, and the page after it.
  func refresh(_ list: ListID) async throws -> Answer {
    let answer = try await post("/lists/\(list)/refresh")
    // A second later, so that the request is older than its result.
    time.advance(by: .seconds(1))
    return try await follow(answer)
  }

  /// The first task of a followed list.
  func followedTask(of list: ListID) async throws -> TaskRow {
    try #require(try await store[account].followedRows(open: 1, closed: 1, of: 1, in: list).open.rows.first)
  }

  func source(of list: ListID) async throws -> Source {
    try #require(try await store[account].listHeader(list, now: ZonedTime(.first, in: "GMT")).source)
  }
}

extension FetchOutcome {
  /// A fetched list, by default without validators.
  static func came(_ list: ReadList, etag: String? = nil) -> FetchOutcome { .fetched(list, Validators(etag: etag)) }

  /// A failure without Retry-After.
  static func failed(_ failure: SourceFailure) -> FetchOutcome { .failed(failure, notBefore: nil) }
}

extension ReadList {
  /// Tasks of all kinds.
  static let choir = ReadList(
    format: .iCalendar, title: "Choir, autumn term",
    tasks: [
      PortableTask(
        uid: "folders",
        draft: TaskDraft(title: "Bring the folders", notes: "The blue ones.", due: nil, priority: .high)),
      .open("Choose the encore", completed: .unknown), .open("Print programmes", completed: .unknown),
      PortableTask(
        uid: "verse",
        draft: TaskDraft(title: "First verse", notes: "", due: nil, tags: TagSet(stored: "stage"), priority: .none),
        section: "Concert"),
      .open("Altos", depth: 1, section: "Concert"),
    ])
  /// Two open tasks.
  static let club = of("Mow the lawn", "Paint the gate")
  /// No tasks at all.
  static let nothing = ReadList(format: .todoTxt, title: nil, tasks: [])

  /// Open tasks, each with its title as its key.
  static func of(_ titles: String..., title: String? = nil, skipped: Int = 0) -> ReadList {
    ReadList(format: .todoTxt, title: title, tasks: titles.map { .open($0) }, skipped: skipped)
  }
}

extension PortableTask {
  /// A task with its title as its key.
  static func open(
    _ title: String, due: Day? = nil, completed: Date? = nil, depth: Int = 0, section: String? = nil
  ) -> PortableTask {
    PortableTask(
      uid: title, draft: TaskDraft(title: title, notes: "", due: due, priority: .none), completed: completed,
      depth: depth, section: section)
  }
}
