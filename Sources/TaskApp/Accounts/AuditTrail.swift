import Logging
import Synchronization
import TaskStore
import Tasks

/// Buffers rejected tries for the audit trails of their accounts.
///
/// Responses do not wait for the write: their timing must not disclose whether an account exists. Tries within two seconds are
/// counted in memory and written in one transaction. A crash loses at most those.
final class AuditTrail: Sendable {
  private struct Key: Hashable {
    let account: AccountID
    let kind: AccountEvent.Kind
    let network: String?
  }

  private struct Model: Sendable {
    var refused: [Key: (agent: String, times: Int)] = [:]
    var isFlushing = false
  }

  /// The maximum number of buffered entries. Further entries are dropped.
  private static let limit = 1_000

  private let store: TaskStore
  private let pause: Duration
  private let model = Mutex(Model())

  init(_ store: TaskStore, pause: Duration = .seconds(2)) {
    self.store = store
    self.pause = pause
  }

  /// Buffers a rejected try.
  func note(_ refused: AccountEvent.Kind, of account: AccountID, from origin: AccountEvent.Origin, _ logger: Logger) {
    let key = Key(account: account, kind: refused, network: origin.network)
    let starts = model.withLock { model in
      guard model.refused.count < Self.limit || model.refused[key] != nil else { return false }
      model.refused[key] = (origin.agent, (model.refused[key]?.times ?? 0) + 1)
      defer { model.isFlushing = true }
      return !model.isFlushing
    }
    guard starts else { return }
    // Unstructured, so that no response waits for it.
    Task { [pause] in
      do { try await Task.sleep(for: pause) } catch { return }
      model.withLock { $0.isFlushing = false }
      await flush(logger)
    }
  }

  /// Writes the buffered entries.
  func flush(_ logger: Logger) async {
    let noted = model.withLock { model in
      defer { model.refused = [:] }
      return model.refused
    }
    let entries = noted.map { key, value in
      let origin = AccountEvent.Origin(network: key.network, agent: value.agent)
      return (key.account, AccountEventEntry(key.kind, from: origin, times: value.times))
    }
    do {
      try await store.addAccountEvents(entries)
    } catch {
      logger.info("refused tries could not be recorded", metadata: ["error": "\(error)"])
    }
  }
}
