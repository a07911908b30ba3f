import Foundation
import TaskStore
import Tasks

/// Importing lists, and keeping followed ones.
extension AccountStore {
  func keepList(_ id: ListID, in zone: TimeZone, submission: SubmissionID) async throws(Problem) -> Written {
    try await ask { store, account throws(StoreError) in
      try await store.keepList(id, in: zone, submission: submission, for: account)
    }
  }

  /// See ``TaskStore/TaskStore/planImport(of:for:)``.
  func planImport(of lists: [PortableList]) async throws(Problem) -> ImportPlan {
    try await ask { store, account throws(StoreError) in try await store.planImport(of: lists, for: account) }
  }

  /// See ``TaskStore/TaskStore/importLists(_:unnamed:for:submission:progress:)``.
  func importLists(
    _ lists: [PortableList], submission: SubmissionID, progress: @Sendable (_ done: Int, _ all: Int) -> Void
  ) async throws(Problem) -> ImportResult {
    try await ask { store, account throws(StoreError) in
      try await store.importLists(
        lists, unnamed: ListName(stored: "Imported"), for: account, submission: submission, progress: progress)
    }
  }
}
