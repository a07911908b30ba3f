import Foundation
import StatePages
import TaskApp
import TaskStore
import Tasks

/// The demo's data: an account with local lists and remote lists.
struct DemoWorld: Sendable {
  static let name = "Demo"

  let password = DemoPassword.make()
  var hasher = PasswordHasher()

  /// Creates the data in a new database.
  /// - Parameter ports: the ports of the remote lists.
  func make(at path: String, following ports: DemoServer.Ports) async throws {
    let store = try TaskStore.open(at: path)
    let result: Result<Void, any Error>
    do { result = .success(try await fill(store, ports)) } catch { result = .failure(error) }
    try store.close()
    try result.get()
  }

  private var today: Day { Day(of: Date(), in: .current) }

  private func fill(_ store: TaskStore, _ ports: DemoServer.Ports) async throws {
    let name = try Username(validating: Self.name)
    let accounts = Accounts(store: store, hasher: hasher)
    let account = try await accounts.add(name, password: try Password(validating: password, for: name)).id
    for list in DemoList.all(on: today) { try await add(list, to: store, for: account) }
    for source in DemoSource.all { try await follow(source, at: ports, in: store, for: account) }
  }

  private func add(_ list: DemoList, to store: TaskStore, for account: AccountID) async throws {
    let name = try ListName(validating: list.name)
    let id = try await store[account].createList(name, submission: Self.submission(list.name, "list")).list
    let done = try list.done.map(draft)
    let completed = try await store[account].addTasks(
      done, to: id, submission: Self.submission(list.name, "done"))
    for task in completed.tasks { _ = try await store[account].complete(task, on: today) }
    let open = try list.open.flatMap { task in
      let steps = try list.steps[task[.title], default: []].map { NestedDraft(try draft($0), depth: 1) }
      return [NestedDraft(try TaskDraft(validating: task))] + steps
    }
    try await store[account].addTasks(open, to: id, submission: Self.submission(list.name, "open"))
  }

  private func draft(_ title: String) throws -> TaskDraft { try TaskDraft(validating: TaskInput(title: title)) }

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
      _ = try await store[account].follow(
        draft, as: name, submission: Self.submission(source.name, "follow"))
    case .followed:
      break
    }
  }
}
