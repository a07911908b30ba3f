import TaskStore
import Tasks

extension DemoWorld {
  /// Follows a remote list, as a user would by entering its address and its name. Does not fetch it.
  func follow(
    _ source: DemoSource, at ports: DemoSources.Ports, in store: TaskStore, for account: AccountID
  ) async throws {
    let name = try ListName(validating: source.name)
    let address = try SourceAddress(validating: source.address(ports))
    switch try await store.draftSource(address, for: account) {
    case .draft(let draft):
      _ = try await store.follow(
        draft, as: name, submission: Self.submission(source.name, "follow"), for: account)
    case .followed:
      break
    }
  }
}
