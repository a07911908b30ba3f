import Foundation
import TaskStore
import Tasks

/// The account itself, its sessions and its saved drafts.
extension AccountStore {
  func account() async throws(Problem) -> Account {
    try await ask { store, account throws(StoreError) in try await store.account(account) }
  }

  func setSettings(_ settings: AccountSettings) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.setSettings(settings, of: account) }
  }

  func quotas() async throws(Problem) -> Quotas {
    try await ask { store, account throws(StoreError) in try await store.quotas(of: account) }
  }

  /// What the account uses of its quotas.
  func usage() async throws(Problem) -> Usage {
    try await ask { store, account throws(StoreError) in try await store.usage(of: account) }
  }

  func export(_ request: ExportRequest) async throws(Problem) -> ExportPieces {
    try await ask { store, account throws(StoreError) in try await store.export(request, of: account) }
  }

  func accountEvents(before: AccountEventID? = nil, limit: Int) async throws(Problem) -> AccountEventPage {
    try await ask { store, account throws(StoreError) in
      try await store.accountEvents(of: account, before: before, limit: limit)
    }
  }

  /// Adds an event to the account's audit trail.
  func addAccountEvent(_ entry: AccountEventEntry) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.addAccountEvents([(account, entry)]) }
  }

  func sessions() async throws(Problem) -> [Session] {
    try await ask { store, account throws(StoreError) in try await store.sessions(of: account) }
  }

  func endSession(_ id: SessionID, as end: SessionEnd, recording entry: AccountEventEntry? = nil) async throws(Problem)
  {
    try await ask { store, account throws(StoreError) in
      try await store.endSession(id, of: account, as: end, recording: entry)
    }
  }

  @discardableResult
  func endSessions(except kept: SessionID?, as end: SessionEnd, recording entry: AccountEventEntry? = nil)
    async throws(Problem) -> Int
  {
    try await ask { store, account throws(StoreError) in
      try await store.endSessions(of: account, except: kept, as: end, recording: entry)
    }
  }

  func lastEnd(as end: SessionEnd) async throws(Problem) -> Date? {
    try await ask { store, account throws(StoreError) in try await store.lastEnd(as: end, of: account) }
  }

  func savedDraft(_ id: SavedDraftID) async throws(Problem) -> SavedDraft {
    try await ask { store, account throws(StoreError) in try await store.savedDraft(id, for: account) }
  }

  func forgetDraft(_ id: SavedDraftID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.forgetDraft(id, for: account) }
  }

  func feeds(of list: ListID? = nil) async throws(Problem) -> [Feed] {
    try await ask { store, account throws(StoreError) in try await store.feeds(of: list, for: account) }
  }

  func addFeed(of subject: Feed.Subject, digest: Data, submission: SubmissionID) async throws(Problem) -> FeedID {
    try await ask { store, account throws(StoreError) in
      try await store.addFeed(of: subject, digest: digest, submission: submission, for: account)
    }
  }

  func renewFeed(_ id: FeedID, digest: Data) async throws(Problem) {
    try await ask { store, account throws(StoreError) in
      try await store.renewFeed(id, digest: digest, for: account)
    }
  }

  func endFeed(_ id: FeedID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.endFeed(id, for: account) }
  }

  func resumeFeed(_ id: FeedID) async throws(Problem) {
    try await ask { store, account throws(StoreError) in try await store.resumeFeed(id, for: account) }
  }
}
