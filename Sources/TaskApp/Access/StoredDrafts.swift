import StatePages
import TaskStore
import Tasks

/// Drafts of forms that were sent after their session had expired, kept in the store.
struct StoredDrafts: DraftStorage {
  let store: TaskStore

  func keep(_ draft: FormDraft, of sender: Session) async throws -> SavedDraftID {
    try await store.keep(
      path: draft.path, fields: draft.fields.map { SavedDraftField(name: $0.name, value: $0.value) }, for: sender.id,
      of: sender.account)
  }

  func hasDraft(_ id: SavedDraftID, of owner: AccountID) async throws -> Bool {
    do throws(StoreError) {
      return try await store[owner].savedDraft(id).account == owner
    } catch .notFound {
      return false
    }
  }

  func forget(_ id: SavedDraftID, of owner: AccountID) async throws {
    try await store[owner].forgetDraft(id)
  }
}

extension TaskApp {
  /// The drafts of all accounts.
  var drafts: Drafts<StoredDrafts> {
    Drafts(StoredDrafts(store: store), secrets: FormField.secrets, field: FormField.kept)
  }
}
