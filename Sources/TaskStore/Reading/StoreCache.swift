import Foundation
import GRDB
import Synchronization
import Tasks

/// What the store remembers of what it has read: what every page asks, and no rows of tasks, for pages keep those as markup.
final class StoreCache: Sendable {
  let version: DataVersion
  /// By the digests of their tokens.
  let sessions: QueryCache<Data, FoundSession>
  let list: QueryCache<ListKey, ListSummary>
  let listsRevisions: QueryCache<AccountID, ListsRevision>
  let listHeaders: QueryCache<ListHeaderKey, ListHeaderData>
  let listsHeaders: QueryCache<ListsHeaderKey, ListsHeaderData>
  let taskHeaders: QueryCache<TaskHeaderKey, TaskHeaderData>

  /// How often an answer was known, and how often SQLite had to be asked.
  let hits = Atomic<Int>(0)
  let misses = Atomic<Int>(0)

  init(_ version: DataVersion, limit: Int) {
    self.version = version
    sessions = QueryCache(limit: limit)
    list = QueryCache(limit: limit)
    listsRevisions = QueryCache(limit: limit)
    listHeaders = QueryCache(limit: limit) { _ in 2 }
    listsHeaders = QueryCache(limit: limit) { 1 + $0.lists.lists.count + 3 * $0.sources.count }
    taskHeaders = QueryCache(limit: limit) { 1 + $0.choices.lists.count + $0.task.notes.utf8.count / 256 }
  }
}

struct ListKey: Hashable {
  let account: AccountID
  let list: ListID
}

struct ListsHeaderKey: Hashable {
  let account: AccountID
  let page: Int
  let size: Int
}

struct ListHeaderKey: Hashable {
  let account: AccountID
  let list: ListID
  let today: Day
}

struct TaskHeaderKey: Hashable {
  let account: AccountID
  let task: TaskID
}

extension TaskStore {
  /// What was read before, if nobody has written since; else what `read` reads now, in one transaction. What it throws is not
  /// remembered.
  func remembered<Question, Answer>(
    _ question: Question, in answers: QueryCache<Question, Answer>,
    _ read: @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    try requireOpen(for: .reading)
    return try await remembered(question, in: answers, at: memory.version.current, read)
  }

  /// The same, where the version was taken already.
  func remembered<Question, Answer>(
    _ question: Question, in answers: QueryCache<Question, Answer>, at version: Int64?,
    _ read: @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    guard let version else { return try await readShortly(read) }
    if let answer = answers.answer(to: question, at: version) {
      memory.hits.add(1, ordering: .relaxed)
      return answer
    }
    memory.misses.add(1, ordering: .relaxed)
    let answer = try await readShortly(read)
    answers.keep(answer, to: question, at: version)
    return answer
  }
}
