import Foundation
import GRDB
import Synchronization
import Tasks

/// Cached query results that every page needs. Task rows are not included: pages cache them as markup.
final class StoreCache: Sendable {
  let version: DataVersion
  /// Keyed by token digest.
  let sessions: QueryCache<Data, FoundSession>
  let list: QueryCache<ListKey, ListSummary>
  let listsRevisions: QueryCache<AccountID, ListsRevision>
  let listHeaders: QueryCache<ListHeaderKey, ListHeaderData>
  let listsHeaders: QueryCache<ListsHeaderKey, ListsHeaderData>
  let taskHeaders: QueryCache<TaskHeaderKey, TaskHeaderData>
  let dueSummaries: QueryCache<DueSummaryKey, DueSummary>
  let todayHeaders: QueryCache<TodayHeaderKey, TodayHeaderData>

  /// The numbers of queries that were answered from the cache and by SQLite.
  let hits = Atomic<Int>(0)
  let misses = Atomic<Int>(0)

  init(_ version: DataVersion, limit: Int) {
    self.version = version
    sessions = QueryCache(limit: limit)
    list = QueryCache(limit: limit)
    listsRevisions = QueryCache(limit: limit)
    listHeaders = QueryCache(limit: limit) { _ in 2 }
    listsHeaders = QueryCache(limit: limit) { 1 + $0.lists.lists.count + 3 * $0.sources.count }
    dueSummaries = QueryCache(limit: limit) { 1 + $0.times.count / 32 }
    todayHeaders = QueryCache(limit: limit) { 2 + 4 * $0.followed.count }
    taskHeaders = QueryCache(limit: limit) { 1 + $0.choices.lists.count + $0.task.notes.utf8.count / 256 }
  }
}

struct DueSummaryKey: Hashable {
  let account: AccountID
  let today: Day
  let zone: String
}

struct TodayHeaderKey: Hashable {
  let account: AccountID
  let now: DueTime
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
  let now: DueTime
}

struct TaskHeaderKey: Hashable {
  let account: AccountID
  let task: TaskID
}

extension TaskStore {
  /// The cached answer, if nothing was written since; otherwise the result of `read`, run in one transaction. Errors are not
  /// cached.
  func remembered<Question, Answer>(
    _ question: Question, in answers: QueryCache<Question, Answer>,
    _ read: @escaping @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    try requireOpen(for: .reading)
    return try await remembered(question, in: answers, at: memory.version.current, read)
  }

  /// The same, for a data version that was read before.
  func remembered<Question, Answer>(
    _ question: Question, in answers: QueryCache<Question, Answer>, at version: Int64?,
    _ read: @escaping @Sendable (Database) throws -> Answer
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
