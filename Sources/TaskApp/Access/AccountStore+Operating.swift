import TaskStore
import Tasks

/// What an operator sees of all accounts. Callers have to check that the reader is one.
extension AccountStore {
  func serverState() async throws(Problem) -> ServerState {
    try await ask { store, _ throws(StoreError) in try await store.serverState() }
  }

  func accountUses(_ number: Int, of size: Int) async throws(Problem) -> AccountUsePage {
    try await ask { store, _ throws(StoreError) in try await store.accountUses(number, of: size) }
  }

  func failedJobs() -> [JobFailure] { access.store.failedJobs }
}
