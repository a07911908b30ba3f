import Foundation
import StatePages
import StateViews
import Tasks

/// Fixed sample data for the gallery, the tests and the screenshots.
enum Samples {
  /// 20 November 2026, 15:00 UTC: the samples' current time.
  static let now: Int64 = 1_795_186_800
  /// 14:02, about an hour earlier.
  static let afternoon = now - 3_480
  static let today = Day(of: Date(timeIntervalSince1970: TimeInterval(now)), in: .gmt)

  static var look: DisplaySettings { DisplaySettings(language: language, timeZone: "GMT", now: now, minute: 15 * 60) }
  /// The language of a gallery, a BCP 47 tag.
  @TaskLocal static var language = "en-GB"

  static let choices = lists.filter { $0.source == nil }.map {
    ListChoice(id: $0.id, name: $0.name, open: $0.open, color: $0.preferences.color?.name)
  }

  static let lists: [ListSummary] = [
    list(1, "Groceries", open: 6), list(2, "Kitchen renovation", open: 14, completed: 23), list(3, "Reading", open: 31),
    list(4, "Garden, spring", open: 9), list(5, "Tax papers 2026", open: 3, completed: 1),
    list(6, "رحلة الصيف", open: 2),
    list(7, "Every single thing that has to be found, bought, borrowed or mended before the move", open: 112),
  ]

  static let filterList = ListSummary(
    id: listID(9), name: "High priority this week", role: .owner, filter: "due=week&priority=high", position: 9,
    open: 0, completed: 0, lastCompleted: nil, revision: changeID(42), version: changeID(22),
    created: date(now - 700_000))

  static let kitchen: [TaskRow] = [
    task(11, "Order the tiles for the back wall", due: -2, "", .high, tags: tags("kitchen", "Mill-Street")),
    task(12, "Call the electrician about the second circuit", due: 0, "09:30"),
    task(13, "Measure the window niche", due: 0, "17:00", tags: tags("kitchen")),
    task(14, "Ask Jonas for the plan of the water pipes", done: afternoon),
    task(15, "Compare worktops: oak, linoleum, steel", due: 5, "08:15 Europe/Lisbon", notes: true),
    task(16, "Pick up paint samples", due: 1, "", .low),
    task(
      17, "Decide between the two quotes for the floor and write to both companies by the end of the month", due: 8, "",
      .medium, notes: true),
    task(18, "Empty the old cupboards", due: -1),
    task(19, "Return the borrowed drill", due: 50, start: 40),
  ]

  /// Titles that break naive escaping, layout or truncation.
  static let world: [TaskRow] = [
    task(21, "<script>alert(1)</script>"),
    task(22, "\"a quote\" & <b>an element</b>"),
    task(
      23, "اتصل بالكهربائي بشأن الدائرة الثانية", due: 0,
      tags: tags("مطبخ", "買い物", "a-tag-without-any-place-to-break-it-anywhere")),
    task(24, "Find a place for the fridge 👩‍👩‍👧‍👦"),
    task(25, "書棚を組み立てる", due: 3),
    task(26, String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 6), notes: true),
    task(27, String(repeating: "long title ", count: 45).trimmingCharacters(in: .whitespaces)),
  ]

  static let completed: [TaskRow] = [
    task(31, "Draw the floor plan", done: afternoon),
    task(32, "Get three quotes", done: now - 86_400),
    task(33, "Choose the colour of the doors", notes: true, done: now - 9 * 86_400),
  ]

  static let detail = TaskDetail(
    id: taskID(11), list: listID(2), listName: "Kitchen renovation",
    text: draft(
      "Order the tiles for the back wall",
      notes: """
        12 m², matt white: https://tiles.example/matt-white

        The shop on Mill Street has them in stock, 020 7946 0321.

        - [x] Measure the wall
        - [ ] Ask for a sample
        """, tags: tags("kitchen", "Mill-Street")),
    done: nil, percent: 40, created: date(now - 700_000), changed: date(now - 90_000), version: changeID(33))

  /// A new task with words of a date that were not understood.
  static let undated = task(65, "Tomorrow call the plumber")

  /// What was typed for the task that is due tomorrow.
  static let quickAdd = TaskDraft(title: "Pick up paint samples tomorrow !low", notes: "", due: nil, priority: .none)

  static let badInput = TaskInput(title: "", notes: "12 m², matt white.", due: "tomorrow", priority: "high")
  static let invalid = InvalidInput(FieldProblem(.title, .blank), [FieldProblem(.due, .notADate)])

  static let newText = TaskInput(
    title: "Order the tiles, 12 m²", notes: "Matt white.", due: today.adding(days: 3).iso, priority: "high")

  static let conflict = TaskConflict(
    id: taskID(11), version: changeID(44),
    mine: draft(
      "Order the tiles, 12 m²", notes: "Matt white.", repeats: .weekly([.monday]), tags: tags("kitchen", "tiles"),
      assignee: .account(person(0).account)),
    theirs: draft(
      "Order the tiles for the back wall", notes: "They are sold out until Friday.", repeats: .monthly(.last),
      tags: tags("kitchen", "Mill-Street"), assignee: .account(person(1).account)),
    mineList: listID(1), subtasks: TypedSubtasks(one: "Ask about the glue", several: ""),
    comment: "Is white still in stock?")

  static let gone = Reason(
    "trashed",
    [
      "name": .text("Buy sandpaper"), "since": .moment(now - 3 * 86_400),
      "restore": .form(.task(taskID(17), .restore)),
    ])

  static let trash: [TrashItem] = [
    TrashItem(thing: .list(listID(9)), name: "Summer trip 2025", since: date(now - 2 * 86_400)),
    TrashItem(
      thing: .task(taskID(41), list: listID(2), listName: "Kitchen renovation"), name: "Buy sandpaper",
      since: date(afternoon), subtasks: 3),
    TrashItem(
      thing: .task(taskID(42), list: listID(6), listName: "رحلة الصيف"), name: "حجز الفندق",
      since: date(now - 29 * 86_400), by: person(0), isRestorable: false),
  ]

  static let history: [Change] = ChangeKind.allCases.enumerated().map { index, kind in
    var change = Change(
      id: changeID(Int64(60 - index)), list: listID(2), other: nil, task: taskID(11), kind: kind,
      name: "Order the tiles for the back wall", count: 3, otherName: "Groceries",
      at: date(now - 3_000 - Int64(index) * 20_000), undone: index == 3, undoable: index != 3 && kind != .purged,
      undoes: nil, who: nil, batch: kind == .tasksCompleted ? Change.Batch(lists: 3, tasks: 10) : nil)
    change.isTaskThere = index % 2 == 0
    change.fields = fieldChanges(of: kind)
    return change
  }

  private static func fieldChanges(of kind: ChangeKind) -> [FieldChange] {
    let (friday, monday) = (today, today.adding(days: 3))
    switch kind {
    case .taskEdited:
      return [
        .title(from: "Order tiles", to: "Order the tiles for the back wall"), .due(from: friday, to: monday),
        .value(.time, from: nil, to: "14:00"), .value(.start, from: friday.iso, to: nil),
        .repeats(from: nil, to: Recurrence(.weekly([.monday]), current: monday)), .notes(.changed),
        .priority(from: .none, to: .high), .assigned(from: nil, to: person(1)),
      ]
    case .taskSkipped: return [.due(from: friday, to: monday)]
    case .listRenamed: return [.name(from: "Kitchen", to: "Kitchen renovation")]
    case .taskReopened: return [.notes(.added), .due(from: nil, to: friday)]
    case .taskTransferred: return [.notes(.removed), .due(from: friday, to: nil), .movedFrom("Kitchen renovation")]
    case .tasksScheduled: return [.dueOfSeveral(monday)]
    case .tasksPrioritized: return [.priorityOfSeveral(.low)]
    case .tasksAssigned: return [.assignedOfSeveral(person(1))]
    case .tasksRepeated:
      return [.repeats(from: nil, to: Recurrence(.weekly([.monday]), current: monday)), .due(from: nil, to: monday)]
    case .tasksTagged: return [.tags(added: tags("home").tags, removed: tags("kitchen", "garden").tags)]
    case .taskAdded: return [.tags(added: tags("home").tags, removed: []), .reopened(["Order tiles", "Kitchen"])]
    case .taskScheduled: return [.tags(added: [], removed: tags("home").tags)]
    case _: return []
    }
  }

  static func tags(_ names: String...) -> TagSet { TagSet(names.map { Tag(stored: $0) }) }

  // Ids that no database reaches: the gallery's forms are live and must not match real rows.
  private static let firstID: Int64 = 9_000_000_000_000
  static func listID(_ number: Int64) -> ListID { ListID(firstID + number) }
  static func taskID(_ number: Int64) -> TaskID { TaskID(firstID + number) }
  static func changeID(_ number: Int64) -> ChangeID { ChangeID(firstID + number) }

  private static func list(_ id: Int64, _ name: String, open: Int, completed: Int = 0) -> ListSummary {
    ListSummary(
      id: listID(id), name: name, role: .owner, position: id, open: open, completed: completed,
      lastCompleted: completed > 0 ? date(afternoon) : nil, revision: changeID(40), version: changeID(20),
      created: date(now - 900_000))
  }

  private static func task(
    _ id: Int64, _ title: String, due: Int? = nil, _ time: String = "", _ priority: Priority = .none,
    start: Int? = nil, notes: Bool = false, tags: TagSet = TagSet(), done: Int64? = nil
  ) -> TaskRow {
    TaskRow(
      id: taskID(id), list: listID(2), title: title, hasNotes: notes, hasReminder: notes && !time.isEmpty,
      due: due.map { today.adding(days: $0) },
      time: ClockTime(time), start: start.map { today.adding(days: $0) }, tags: tags, priority: priority,
      done: done.map(date), version: changeID(30))
  }

  private static func draft(
    _ title: String, notes: String, repeats: Recurrence.Pattern? = nil, tags: TagSet = TagSet(),
    assignee: Assignee? = nil
  ) -> TaskDraft {
    let due = today.adding(days: 3)
    return TaskDraft(
      title: title, notes: notes, due: due, time: ClockTime("14:30"),
      repeats: repeats.map { Recurrence($0, current: due) }, start: today, tags: tags, priority: .high,
      assignee: assignee,
      reminders: ReminderSet([.before(minutes: 30), .before(minutes: repeats == nil ? 120 : 1_440)]))
  }

  static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}
