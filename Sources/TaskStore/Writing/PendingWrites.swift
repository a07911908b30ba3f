import GRDB
import Synchronization
package import Tasks

/// Writes that wait for the next write of an account. They are made before it in one transaction: all of it is written, or nothing.
package final class PendingWrites: Sendable {
  package enum Outcome: Hashable, Sendable {
    case waiting
    /// All were made, together with the write that they have waited for.
    case made([Written])
    /// One of them was refused, by its index, so nothing was written.
    case refused(Int, StoreError)
  }

  private let writes: [PendingWrite]
  private let earlier: PendingWrites?
  private let state = Mutex(Outcome.waiting)

  /// - Parameter earlier: writes that are made before these; their results come first.
  package init(_ writes: [PendingWrite], after earlier: PendingWrites? = nil) {
    (self.writes, self.earlier) = ((earlier?.writes ?? []) + writes, earlier)
  }

  package var count: Int { writes.count }
  package var outcome: Outcome { state.withLock { $0 } }

  /// Makes the writes; nil if they were made before.
  func make(_ write: Write) throws -> [Written]? {
    if case .made = outcome { return nil }
    return try writes.enumerated().map { index, pending in
      do { return try pending.body(write) } catch let error as StoreError {
        state.withLock { $0 = .refused(index, error) }
        throw error
      }
    }
  }

  /// Notes that a transaction of nothing else has failed as a whole.
  func fail(_ error: StoreError) {
    state.withLock { if $0 == .waiting { $0 = .refused(0, error) } }
  }

  /// Notes that the transaction in which they were made is on the disk.
  func finish(_ made: [Written]?) {
    guard let made else { return }
    state.withLock { $0 = .made(made) }
    if let earlier { earlier.finish(Array(made.prefix(earlier.count))) }
  }
}

/// A write of ``PendingWrites``.
package struct PendingWrite: Sendable {
  let body: @Sendable (Write) throws -> Written

  /// See ``AccountStore/editTask(_:_:list:version:submission:)``.
  package static func edit(
    _ id: TaskID, to draft: TaskDraft, list: ListID? = nil, version: ChangeID, submission: SubmissionID? = nil
  ) -> PendingWrite {
    PendingWrite { write in
      try write.editTask(id, draft, list: list, version: version, submission: submission)
    }
  }

  /// See ``AccountStore/tick(_:in:on:submission:)``.
  package static func tick(
    _ tasks: [TaskID], in list: ListID, on today: Day, submission: SubmissionID
  ) -> PendingWrite {
    PendingWrite { write in try write.tick(tasks, in: list, on: today, submission: submission) }
  }

  /// See ``AccountStore/addSubtasks(_:to:literal:once:submission:)``.
  package static func add(
    _ subtasks: [NestedDraft], to task: TaskID, literal: TaskDraft? = nil, once: Bool = false, submission: SubmissionID
  ) -> PendingWrite {
    PendingWrite { write in
      try write.addSubtasks(subtasks, to: task, literal: literal, once: once, submission: submission)
    }
  }

  /// See ``AccountStore/addComment(_:to:submission:)``.
  /// - Parameter once: whether a comment that the same form has added already is no error.
  package static func comment(
    _ text: CommentText, on task: TaskID, once: Bool, submission: SubmissionID
  ) -> PendingWrite {
    PendingWrite { write in try write.addComment(text, to: task, once: once, submission: submission) }
  }
}

extension AccountStore {
  /// Makes the pending writes, if no other write has made them.
  package func makePending() async throws(Problem) {
    guard let pending, pending.count > 0, case .waiting = pending.outcome else { return }
    let store = throwing { $0 }
    do throws(StoreError) { try await store.write { _ in } } catch {
      pending.fail(error)
      throw problem(error)
    }
  }
}
