import Foundation
import GRDB
import StatePages
import TaskFormats
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// A world with everything: lists in use, finished, empty and deleted; tasks of every kind; changes to undo.
struct RichWorld {
  let world: World
  let house: ListID
  let garden: ListID
  let done: ListID
  let empty: ListID
  let deleted: ListID
  let open: TaskID
  let completed: TaskID
  let trashed: TaskID
  /// A task whose list is in the trash.
  let hidden: TaskID
  let change: ChangeID
  /// Another session of the account.
  let session: SessionID
  /// A followed list with a fresh copy.
  let followed: ListID
  let source: SourceID
  /// A source that is not followed yet.
  let draft: SourceID
  /// A draft saved for an ended session: a new name for the first list.
  let kept: SavedDraftID

  /// The first section of two of the first list.
  let section: SectionID
  let tag: TagID
  /// A calendar feed of the first list.
  let feed: FeedID
  let appPassword: AppPasswordID
  let channel: ReminderChannelID
  let incoming: IncomingAddressID
  /// The two parts of the address of a link in a message: the open task tomorrow.
  let answer: String
  /// An uploaded file that was not imported yet.
  let upload: UploadID
  /// A link that invites to the first list.
  let invitation: InvitationID
  static let secret = LinkSecret()
  /// A page by link of the first list, with the same secret.
  let page: SharedPageID
  /// A comment on the open task.
  let comment: CommentID

  static let club = "https://club.example/todo.txt"

  init(_ settings: TaskApp.Settings = .test, below basePath: BasePath = .root) async throws {
    world = try await World(settings, below: basePath)
    let (store, account, time) = (world.store, world.account, world.time)
    try await store.setOperator(account, to: true)
    time.advance(by: .seconds(-3 * 86_400))
    house = try await world.makeList("House & “home”")
    garden = try await world.makeList("Garden")
    done = try await world.makeList("Done")
    empty = try await world.makeList("Empty")
    deleted = try await world.makeList("Attic")
    hidden = try await world.add("Sort the boxes", to: deleted)[0]
    try await store[account].deleteList(deleted)

    time.advance(by: .seconds(86_400))
    let last = try await world.add("Chop wood", to: house)[0]
    completed = last
    trashed = try await world.add("Buy sandpaper", to: house)[0]
    try await world.add("one", "two", "three", to: house)
    open = try await world.add(
      TaskInput(
        title: "Order tiles", notes: "\n12 m²\nmatt\n- [ ] Ask https://tiles.example/a", due: "2026-11-19",
        repeats: "2026-11-19 FREQ=DAILY",
        tags: "kitchen Küche", priority: "high"), to: house)
    try await world.add(
      TaskInput(title: "<b>&amp;\"", due: "2026-11-20", time: "16:00", priority: "low"), to: house)
    try await world.add(
      TaskInput(title: "اتصل", due: "2026-11-25", start: "2026-11-19", priority: "medium"), to: garden)
    let finished = try await world.add("Sweep", to: done)[0]
    try await store[account].complete(finished)
    try await store[account].complete(last)
    try await store[account].deleteTask(trashed)
    section = try await world.addSection("Tools", to: house)
    try await world.addSection("Materials", to: house)

    time.advance(by: .seconds(2 * 86_400))
    let version = try await store[account].list(house).version
    change = try #require(
      try await store[account].renameList(house, to: ListName(stored: "House"), version: version).change)
    try await store[account].moveTask(open, .bottom)

    tag = try #require(try await store[account].tags(of: 9).rows.first).id
    feed = try await store[account].addFeed(of: .list(house), digest: FeedSecret().digest, submission: .fresh()).id
    appPassword = try await store[account].addAppPassword(
      AppPasswordName(validating: "Phone"), digest: AppPasswordSecret().digest, submission: .fresh()
    ).id
    channel = try await store[account].addChannel(
      .ntfy(server: "https://ntfy.example/", topic: "rich-topic", token: nil), from: "https://lists.example",
      digest: nil, submission: .fresh()
    ).id
    _ = try await store[account].addChannel(
      .mail("ann@unconfirmed.example"), from: "https://lists.example", digest: Self.secret.digest,
      submission: .fresh())
    try await store[account].makeIncomingAddress(submission: .fresh())
    incoming = try #require(try await store[account].incomingAddresses().first).id
    let due = try await store[account].task(open).text.due?.iso
    let delivery = try await store.write { [channel, open] db, now in
      try db.execute(
        sql: """
          INSERT INTO deliveries (channel, task, due, at, outcome, ended) VALUES (?, ?, ?, ?, 'sent', ?)
          """, arguments: [channel.value, open.value, due, now.value, now.value])
      return DeliveryID(db.lastInsertedRowID)
    }
    answer = AnswerToken(delivery, open, .tomorrow, key: store.deviceKey).path
    (followed, source) = try await world.follow(World.choir, as: "Choir", .choir)
    // Chosen among the lists of a server.
    draft = try await world.draft("https://club.example/dav/")
    try await world.record(.collections([RemoteCollection(url: Self.club, name: "Club")]), of: draft)
    try await store[account].choose(Self.club, of: draft)
    try await world.record(.came(.club), of: draft)

    for url in [World.choir, "https://choir.example/new.ics"] { world.elsewhere.answer(url, .came(.choir)) }
    world.elsewhere.answer(Self.club, .came(.club))

    try await store[account].makeInvitation(
      to: house, as: .editor, digest: Self.secret.digest, submission: .fresh())
    invitation = try #require(try await store[account].sharing(of: house).invitations.first).id
    try await store[account].makePage(
      of: house, named: ListName(stored: "Tablet"), takesTicks: true, days: 30, digest: Self.secret.digest,
      submission: .fresh())
    page = try #require(try await store[account].sharing(of: house).pages.first).id
    try await store[account].addComment(
      CommentText(stored: "Ask [ ] https://tiles.example/b\n<b>"), to: open, submission: .fresh())
    comment = try #require(try await store[account].comments(of: 9, on: open).rows.first).id
    upload = try await world.keepUpload("- [ ] Sort the screws")
    _ = try await world.signIn(account, agent: "Elsewhere")
    session = try #require(try await store[account].sessions().first { $0.agent == "Elsewhere" }).id
    let text = [SavedDraftField(name: "name", value: "Home"), SavedDraftField(name: "version", value: "\(change)")]
    kept = try await store.keep(path: TaskCommand.list(house, .rename).text, fields: text, for: session, of: account)
  }
}

extension World {
  /// Makes a list that adds its tasks at the top.
  func makeList(_ name: String = "House") async throws -> ListID {
    let list = try await store[account].createList(ListName(validating: name), submission: .fresh()).list
    try await store[account].setPreferences(ListPreferences(adds: .top, order: .hand), of: list)
    return list
  }

  /// Adds tasks; the first is the topmost.
  @discardableResult
  func add(_ titles: String..., to list: ListID) async throws -> [TaskID] {
    let drafts = try titles.map { try TaskDraft(validating: TaskInput(title: $0)) }
    return try await store[account].addTasks(drafts, to: list, submission: .fresh()).tasks
  }

  /// Adds `count` tasks, named t1 and so on.
  @discardableResult
  func add(_ count: Int, to list: ListID) async throws -> [TaskID] {
    let drafts = try TaskDraft.titles(from: (1...count).map { "t\($0)" }.joined(separator: "\n"))
    return try await store[account].addTasks(drafts, to: list, submission: .fresh()).tasks
  }

  @discardableResult
  func add(_ input: TaskInput, to list: ListID) async throws -> TaskID {
    let added = try await store[account].addTasks([TaskDraft(validating: input)], to: list, submission: .fresh())
    return try #require(added.tasks.first)
  }

  /// Adds a section at the end of a list.
  @discardableResult
  func addSection(_ name: String, to list: ListID, of other: AccountID? = nil) async throws -> SectionID {
    let added = try await store[other ?? account].addSection(ListName(validating: name), to: list, submission: .fresh())
    return try #require(added.section)
  }

  func version(of task: TaskID) async throws -> ChangeID { try await store[account].task(task).version }

  func version(of list: ListID) async throws -> ChangeID { try await store[account].list(list).version }

  func version(of comment: CommentID) async throws -> ChangeID { try await store[account].comment(comment).version }

  func version(of section: SectionID) async throws -> ChangeID {
    let sql = "SELECT version FROM sections WHERE id = ?"
    return try await store.database.read { db in
      ChangeID(try Int64.fetchOne(db, sql: sql, arguments: [section.value]) ?? 0)
    }
  }
}

extension SubmissionID {
  /// An id that was not used before.
  static func fresh() -> SubmissionID { SubmissionID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max)) }
}
