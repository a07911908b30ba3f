import Foundation
import TaskFormats
import Tasks
import TestSupport

@testable import TaskStore

/// Accounts that make random changes.
struct RandomStory {
  var dice: Seeded
  let worlds: [World]
  var lists: [[ListID]] = [[], []]
  var tasks: [[TaskID]] = [[], []]
  var changes: [[ChangeID]] = [[], []]
  var choirs: [[(list: ListID, source: SourceID)]] = [[], []]
  /// Whether the last step was a fetch, which writes tasks without a change.
  var hasFetched = false
  var kinds: Set<ChangeKind> = []
  /// The number of changes that ``disorderlyStep()`` has undone.
  var undone = 0

  /// A random step, and its change if it made one.
  mutating func step() async throws -> (AccountID, ChangeID?) {
    try await step { (story, world, who) in try await story.act(world.store, world.account, who) }
  }

  /// A random step: undos of any changes, moves of several tasks, deletions and ends of the trash more often than others.
  mutating func disorderlyStep() async throws {
    _ = try await step { (story, world, who) in
      let (store, me) = (world.store, world.account)
      let choice = Int.random(in: 0..<40, using: &story.dice)
      switch choice {
      case 0..<14:
        guard let change = story.changes[who].randomElement(using: &story.dice) else { return nil }
        let undoing = try await world.mine.undo(change).change
        if undoing != nil { story.undone += 1 }
        return undoing
      case 14..<20:
        guard let list = story.lists[who].randomElement(using: &story.dice) else { return nil }
        let some = story.tasks[who].suffix(30).shuffled(using: &story.dice).prefix(
          Int.random(in: 1...4, using: &story.dice))
        if some.isEmpty { return nil }
        return try await world.mine.changeTasks(.tasks(Array(some), in: nil), .move(to: list)).change
      case 20..<25:
        guard let task = story.tasks[who].suffix(30).randomElement(using: &story.dice) else { return nil }
        return choice < 23
          ? try await world.mine.deleteTask(task).change : try await world.mine.restoreTask(task).change
      case 25:
        if Int.random(in: 0..<5, using: &story.dice) > 0 { return nil }
        try await world.mine.emptyTrash(until: world.clock.now)
        try await store.deleteRemoved()
        story.lists[who] = try await world.mine.lists().map(\.id)
        return nil
      default: return try await story.act(store, me, who)
      }
    }
  }

  private mutating func step(
    _ act: (inout RandomStory, World, Int) async throws -> ChangeID?
  ) async throws -> (AccountID, ChangeID?) {
    let who = Int.random(in: 0...1, using: &dice)
    let world = worlds[who]
    hasFetched = false
    do {
      let change = try await act(&self, world, who)
      if let change {
        changes[who].append(change)
        kinds.insert(try await world.mine.change(change).kind)
      }
      return (world.account, change)
    } catch let error as StoreError {
      switch error {
      // Followed lists reject tasks.
      case .gone, .conflict, .repeated, .notFound, .forbidden: return (world.account, nil)
      case .taken, .limit, .unavailable, .cancelled, .internal: throw error
      }
    }
  }

  /// A task with a date, a time and a start, or some of them.
  private mutating func timed() throws -> TaskDraft {
    let (isDated, isTimed) = (Bool.random(using: &dice), Bool.random(using: &dice))
    return try draft(
      word(), due: isDated ? "2026-03-04" : "", time: isDated && isTimed ? "09:30" : "", repeats: recurrence(),
      start: Bool.random(using: &dice) ? "2026-03-02" : "")
  }

  /// Adds steps to a task; nil if they would be nested too deeply.
  private mutating func addSubtasks(
    to task: TaskID, _ store: TaskStore, _ me: AccountID, _ who: Int
  ) async throws -> ChangeID? {
    var steps: [NestedDraft] = []
    for _ in 0...Int.random(in: 0...3, using: &dice) {
      let depth = steps.last.map { Int.random(in: 0...min($0.depth + 1, 2), using: &dice) } ?? 0
      steps.append(NestedDraft(try timed(), depth: depth))
    }
    let levels = try await store[me].task(task).parents.count + 2 + (steps.map(\.depth).max() ?? 0)
    if levels > Limits.subtaskLevels { return nil }
    let written = try await store[me].addSubtasks(steps, to: task, submission: .fresh())
    tasks[who] += written.tasks
    return written.change
  }

  private mutating func act(_ store: TaskStore, _ me: AccountID, _ who: Int) async throws -> ChangeID? {
    if Int.random(in: 0..<6, using: &dice) == 0 { return try await actElsewhere(store, me, who) }
    let choice = Int.random(in: 0..<40, using: &dice)
    guard let list = lists[who].randomElement(using: &dice), lists[who].count > 1, choice > 0 else {
      guard lists[who].count < 6 else { return nil }
      let written = try await store[me].createList(ListName(validating: word()), submission: .fresh())
      lists[who].append(written.list)
      return written.change
    }
    guard let task = tasks[who].randomElement(using: &dice), choice > 5 else {
      let drafts = try (0...Int.random(in: 0...3, using: &dice)).map { _ in try timed() }
      let written = try await store[me].addTasks(drafts, to: list, submission: .fresh())
      tasks[who] += written.tasks
      return written.change
    }
    let written: Written
    switch choice {
    case 6:
      let version = ChangeID(Int64.random(in: 1...4_000, using: &dice))
      written = try await store[me].renameList(list, to: ListName(validating: word()), version: version)
    case 7:
      let moves: [ListMove] = [.top, .bottom, .before(lists[who].randomElement(using: &dice) ?? list)]
      written = try await store[me].moveList(list, moves.randomElement(using: &dice) ?? .top)
    case 8: written = try await store[me].deleteList(list)
    case 9, 10: written = try await store[me].restoreList(list)
    case 11, 12:
      let text = try timed().with { ($0.notes, $0.priority) = (word(), .low) }
      let version = ChangeID(Int64.random(in: 1...4_000, using: &dice))
      let target = Bool.random(using: &dice) ? list : nil
      written = try await store[me].editTask(task, text, list: target, version: version)
    case 13, 14: written = try await store[me].complete(task, on: day())
    case 32, 33, 34:
      return try await addSubtasks(to: task, store, me, who)
    case 35, 36, 37:
      written = try await store[me].moveTask(task, .into(tasks[who].randomElement(using: &dice) ?? task))
    case 39:
      try await store[me].setFolded(task, to: Bool.random(using: &dice))
      return nil
    case 28: written = try await store[me].skip(task, on: day())
    case 15: written = try await store[me].reopen(task)
    case 16, 17:
      let moves: [TaskMove] = [.top, .bottom, .before(tasks[who].randomElement(using: &dice) ?? task)]
      written = try await store[me].moveTask(task, moves.randomElement(using: &dice) ?? .top)
    case 18: written = try await store[me].deleteTask(task)
    case 25, 26:
      let day = Day.first.adding(days: Int.random(in: 0...3, using: &dice))
      written = try await store[me].setDue(task, to: day == .first ? nil : day)
    case 27: written = try await store[me].transferTask(task, to: list)
    case 19: written = try await store[me].restoreTask(task)
    case 20: written = try await store[me].clearCompleted(in: list)
    case 21, 22, 23, 24:
      let scope = Bool.random(using: &dice) ? list : nil
      let selections: [TaskSelection] = [
        .tasks(tasks[who].shuffled(using: &dice).prefix(3) + [task], in: scope), .open(in: list),
        .matches(of: nil, in: TaskFilter(status: .all)), .matches(of: nil, in: TaskFilter(priority: .high)),
      ]
      let changes: [BulkChange] = [
        .complete(on: day()), .delete, .due(Day(iso: "2026-03-01")), .due(nil), .priority(.high), .priority(.none),
        .repeats(RecurrenceDraft(.week), from: day()), .repeats(nil, from: day()), .addTag(Tag(stored: "a")),
        .replaceTag(Tag(stored: "a"), by: Tag(stored: "b")),
        .replaceTag(Tag(stored: "b"), by: nil), .move(to: lists[who].randomElement(using: &dice) ?? list),
      ]
      written = try await store[me].changeTasks(
        selections.randomElement(using: &dice) ?? .open(in: list), changes.randomElement(using: &dice) ?? .delete)
    default:
      guard let change = changes[who].suffix(12).randomElement(using: &dice) else { return nil }
      return try await store[me].undo(change).change
    }
    return written.isNew ? written.change : nil
  }

  /// Steps on followed lists, including a fetch, which makes no change.
  private mutating func actElsewhere(_ store: TaskStore, _ me: AccountID, _ who: Int) async throws -> ChangeID? {
    let address = SourceAddress.at("https://\(Int.random(in: 0...5, using: &dice)).example/")
    guard let choir = choirs[who].randomElement(using: &dice), choirs[who].count > 1 else {
      guard case .draft(let source) = try await store[me].draftSource(address) else { return nil }
      let written = try await store[me].follow(source, as: ListName(validating: word()), submission: .fresh())
      choirs[who].append((written.list, source))
      lists[who].append(written.list)
      return written.isNew ? written.change : nil
    }
    switch Int.random(in: 0..<5, using: &dice) {
    case 0:
      let written = try await store[me].setAddress(address, of: choir.source)
      return written?.isNew == true ? written?.change : nil
    case 1, 2:
      let target = lists[who].randomElement(using: &dice).map(CopyTarget.list)
      let copied = try await store[me].copyTasks(
        nil, from: choir.list, to: target ?? .new(ListName(validating: word())), submission: .fresh())
      tasks[who] += copied.tasks
      return copied.change
    default:
      let source = try await store[me].source(choir.source)
      let read = (0...Int.random(in: 0...3, using: &dice)).map { _ in PortableTask.named(word()) }
      let outcome = FetchOutcome.fetched(ReadList(format: .markdown, title: nil, tasks: read), .none)
      try await store.record(outcome, of: choir.source, from: source.address, at: .now, next: .now)
      hasFetched = true
      return nil
    }
  }

  /// A day in the days of the series.
  private mutating func day() -> Day { Day(daysSince1970: 20_500 + Int.random(in: 0...20, using: &dice)) }

  /// None for half of the tasks; some end soon.
  private mutating func recurrence() -> String {
    let patterns: [Recurrence.Pattern] = [
      .daily, .weekly([.monday, .thursday]), .monthly(.last), .afterCompletion(.day),
    ]
    guard Bool.random(using: &dice), let pattern = patterns.randomElement(using: &dice) else { return "" }
    let end = Bool.random(using: &dice) ? Recurrence.End.never : .count(3)
    return Recurrence(pattern, end: end, current: day()).description
  }

  private mutating func word() -> String { String(UInt32.random(in: .min ... .max, using: &dice), radix: 36) }
}
