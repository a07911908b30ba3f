import Foundation
import GRDB
import Synchronization
import Tasks

/// What the store remembers of what it has read: what every page asks, and no rows of tasks, for pages keep those as markup.
final class Memory: Sendable {
  let version: DataVersion
  /// By the digests of their tokens.
  let sessions: Remembered<Data, FoundSession>
  let list: Remembered<ListQuestion, ListSummary>
  let listsRevisions: Remembered<AccountID, ListsRevision>
  let listFronts: Remembered<ListFrontQuestion, ListFront>
  let listsFronts: Remembered<ListsFrontQuestion, ListsFront>
  let taskFronts: Remembered<TaskQuestion, TaskFront>

  /// How often an answer was known, and how often SQLite had to be asked.
  let hits = Atomic<Int>(0)
  let misses = Atomic<Int>(0)

  init(_ version: DataVersion, limit: Int) {
    self.version = version
    sessions = Remembered(limit: limit)
    list = Remembered(limit: limit)
    listsRevisions = Remembered(limit: limit)
    listFronts = Remembered(limit: limit) { _ in 2 }
    listsFronts = Remembered(limit: limit) { 1 + $0.lists.lists.count + 3 * $0.sources.count }
    taskFronts = Remembered(limit: limit) { 1 + $0.choices.lists.count + $0.task.notes.utf8.count / 256 }
  }
}

struct ListQuestion: Hashable {
  let account: AccountID
  let list: ListID
}

struct ListsFrontQuestion: Hashable {
  let account: AccountID
  let page: Int
  let size: Int
}

struct ListFrontQuestion: Hashable {
  let account: AccountID
  let list: ListID
  let today: Day
}

struct TaskQuestion: Hashable {
  let account: AccountID
  let task: TaskID
}

extension TaskStore {
  /// What was read before, if nobody has written since; else what `read` reads now, in one transaction. What it throws is not
  /// remembered.
  func remembered<Question, Answer>(
    _ question: Question, in answers: Remembered<Question, Answer>,
    _ read: @Sendable (Database) throws -> Answer
  ) async throws(StoreError) -> Answer {
    try requireOpen(for: .reading)
    return try await remembered(question, in: answers, at: memory.version.current, read)
  }

  /// The same, where the version was taken already.
  func remembered<Question, Answer>(
    _ question: Question, in answers: Remembered<Question, Answer>, at version: Int64?,
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
