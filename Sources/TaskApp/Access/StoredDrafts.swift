import Logging
import StatePages
import TaskStore
import Tasks

/// Drafts across signing in, kept in the store: nothing that was typed is lost because a session has expired meanwhile. Only drafts of
/// sessions that have *expired*: one that was ended may be in other hands, and its forms are not one press from being saved.
struct StoredDrafts {
  let store: TaskStore

  /// Keeps a form without its secrets, for the account of the sender; nil if that fails, and then the gate shows what was typed.
  func keep(_ form: FormBody, sentTo path: String, of sender: Session, logger: Logger) async -> SavedDraftID? {
    let fields = form.fields.filter { !FormField.secrets.contains($0.name) && $0.name != FormField.kept }
    do {
      return try await store.keep(
        path: path, fields: fields.map { SavedDraftField(name: $0.name, value: $0.value) }, for: sender.id,
        of: sender.account)
    } catch {
      logger.warning("a form could not be kept", metadata: ["error": "\(error)"])
      return nil
    }
  }

  func hasDraft(_ id: SavedDraftID, of owner: AccountID) async throws(StoreError) -> Bool {
    do throws(StoreError) {
      return try await store[owner].savedDraft(id).account == owner
    } catch .notFound {
      return false
    }
  }

  /// Deletes the draft that an accepted form was made from. If that fails, it remains; its page offers to discard it.
  func forget(_ id: SavedDraftID, of owner: AccountID, logger: Logger) async {
    do {
      try await store[owner].forgetDraft(id)
    } catch {
      logger.debug("a kept form was not forgotten", metadata: ["error": "\(error)"])
    }
  }
}

extension TaskApp {
  var drafts: StoredDrafts { StoredDrafts(store: store) }
}
