import Synchronization

/// Drafts in memory, for an app without a database: those of an owner are lost when the process ends, and the oldest when there are too
/// many. The sender of a form is the owner whose session has expired.
public final class MemoryDrafts<Owner: Hashable & Sendable>: DraftStorage {
  private struct Kept {
    let id: IdempotencyKey
    let draft: FormDraft
  }

  private let perOwner: Int
  private let model = Mutex<[Owner: [Kept]]>([:])

  /// Creates a storage without drafts.
  /// - Parameter perOwner: the maximum number of drafts of an owner.
  public init(perOwner: Int = 8) {
    self.perOwner = perOwner
  }

  /// Keeps a draft.
  public func keep(_ draft: FormDraft, of sender: Owner) -> IdempotencyKey {
    let id = IdempotencyKey(path: draft.path, version: nil, fields: draft.fields.map { ($0.name, $0.value) })
    model.withLock { model in
      let others = (model[sender] ?? []).filter { $0.id != id }
      model[sender] = (others + [Kept(id: id, draft: draft)]).suffix(perOwner)
    }
    return id
  }

  /// A draft of the owner; nil if there is none.
  public func draft(_ id: IdempotencyKey, of owner: Owner) -> FormDraft? {
    model.withLock { $0[owner]?.first { $0.id == id }?.draft }
  }

  /// Deletes a draft of the owner.
  public func forget(_ id: IdempotencyKey, of owner: Owner) {
    model.withLock { model in
      model[owner]?.removeAll { $0.id == id }
      if model[owner]?.isEmpty == true { model[owner] = nil }
    }
  }
}
