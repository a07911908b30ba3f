import Foundation
import StatePages
import TaskApp
import TaskFormats
import TaskStore
import Tasks

/// The demo's data: an account with local lists and remote lists.
struct DemoWorld: Sendable {
  static let name = "Demo"

  let password = DemoPassword.make()
  var hasher = PasswordHasher()

  /// Creates the data in a new database.
  func make(at path: String, following ports: DemoServer.Ports) async throws {
    let store = try TaskStore.open(at: path)
    let result: Result<Void, any Error>
    do { result = .success(try await fill(store, ports)) } catch { result = .failure(error) }
    try store.close()
    try result.get()
  }

  private func fill(_ store: TaskStore, _ ports: DemoServer.Ports) async throws {
    let name = try Username(validating: Self.name)
    let accounts = Accounts(store: store, hasher: hasher)
    let account = try await accounts.add(name, password: try Password(validating: password, for: name)).id
    let text = DemoSource.file(EmbeddedTexts.lists_json)(Day(of: Date(), in: .current))
    let file = try PortableFile(
      reading: Array(text.utf8), name: nil, in: .current, choices: ImportChoices(), inflate: { _, _ in nil })
    _ = try await store[account].importLists(
      file.lists, unnamed: ListName(stored: Self.name), submission: Self.submission("lists", "import")
    ) { _, _ in }
    for source in DemoSource.all { try await follow(source, at: ports, in: store, for: account) }
  }

  static func submission(_ name: String, _ what: String) -> SubmissionID {
    let key = IdempotencyKey(path: "/demo", version: nil, fields: [("name", name), ("what", what)])
    return SubmissionID(high: key.high, low: key.low)
  }
}

extension DemoWorld {
  /// Follows a remote list, as a user would by entering its address and its name. Does not fetch it.
  func follow(
    _ source: DemoSource, at ports: DemoServer.Ports, in store: TaskStore, for account: AccountID
  ) async throws {
    let name = try ListName(validating: source.name)
    let address = try SourceAddress(validating: source.address(ports))
    switch try await store[account].draftSource(address) {
    case .draft(let draft):
      _ = try await store[account].follow(draft, as: name, submission: Self.submission(source.name, "follow"))
    case .followed: break
    }
  }
}
