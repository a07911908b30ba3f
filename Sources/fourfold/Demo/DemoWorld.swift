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
    let completed = try await store[account].addTasks(done, to: id, submission: Self.submission(list.name, "done"))
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
      _ = try await store[account].follow(draft, as: name, submission: Self.submission(source.name, "follow"))
    case .followed: break
    }
  }
}

struct DemoList: Sendable {
  let name: String
  let open: [TaskInput]
  /// The titles of the steps of open tasks, by the titles of these.
  var steps: [String: [String]] = [:]
  /// The titles of completed tasks.
  let done: [String]

  /// All local lists, in order of creation.
  static func all(on today: Day) -> [DemoList] {
    func day(_ days: Int) -> String { today.adding(days: days).iso }
    func repeating(_ pattern: Recurrence.Pattern, every interval: Int = 1, from days: Int) -> String {
      Recurrence(pattern, interval: interval, current: today.adding(days: days)).description
    }
    return [
      DemoList(
        name: "This week",
        open: [
          TaskInput(title: "Return the library books", due: day(-1), tags: "library", priority: "high"),
          TaskInput(
            title: "Water the ferns", due: day(0), repeats: repeating(.afterCompletion(.day), every: 3, from: 0)),
          TaskInput(
            title: "Renew the passport", notes: "Two photos, not smiling.", due: day(1), time: "09:30",
            priority: "medium"),
          TaskInput(
            title: "Ring grandfather", due: day(3),
            repeats: repeating(.weekly([today.adding(days: 3).weekday]), from: 3), tags: "phone"),
          TaskInput(title: "Fix the wobbling chair"),
        ],
        done: ["Buy light bulbs", "Write to the landlord"]),
      DemoList(
        name: "Weekend by the sea",
        open: [
          TaskInput(title: "Book the cabin with the green door", due: day(2), priority: "high"),
          TaskInput(
            title: "Find the tent pegs",
            notes: "Fourteen are needed. Last summer there were nine:\nfour bent, five good."
          ),
          TaskInput(title: "Borrow binoculars from Ines", due: day(6), tags: "borrow phone"),
          TaskInput(title: "Look up when the tide is out", due: day(10), start: day(8), priority: "low"),
          TaskInput(title: "Pack the car"),
        ],
        steps: ["Pack the car": ["Tent and mats", "Stove and gas", "The large umbrella"]],
        done: ["Ask who is coming", "Settle the quarrel about the dog"]),
      DemoList(
        name: "Books to read",
        open: [
          TaskInput(title: "The one about the glacier that Noor will not stop talking about"),
          TaskInput(
            title: "A history of salt", notes: "Reserved at the library under the wrong name.\nAsk for Fourfeld.",
            tags: "library"),
          TaskInput(title: "Finish the thick one", priority: "low"),
        ],
        done: ["Poems, any"]),
    ]
  }
}
