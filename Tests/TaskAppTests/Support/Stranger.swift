import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Another account in the same database, signed in, with rows of every kind.
struct Stranger {
  let account: AccountID
  let list: ListID
  let task: TaskID
  let section: SectionID
  let change: ChangeID
  let session: SessionID
  let kept: SavedDraftID
  /// A list from the same address as a rich world's, and a draft of the same address as its draft.
  let followed: ListID
  let source: SourceID
  let draft: SourceID
  let tag: TagID
  let feed: FeedID
  let appPassword: AppPasswordID
  let upload: UploadID
  /// The session cookie.
  let cookie: String

  init(in world: World) async throws {
    account = try await world.store.addAccount(Username(validating: "Stranger"), password: World.record).id
    list = try await world.store[account].createList(ListName(validating: "Theirs"), submission: .fresh()).list
    let added = try await world.store[account].addTasks(
      [TaskDraft(validating: TaskInput(title: "Secret", tags: "secret"))], to: list, submission: .fresh())
    task = try #require(added.tasks.first)
    change = try #require(added.change)
    section = try await world.addSection("Secret section", to: list, of: account)
    tag = try #require(try await world.store[account].tags(of: 9).tags.first).id
    feed = try await world.store[account].addFeed(
      of: .list(list), digest: FeedSecret().digest, submission: .fresh()
    ).id
    appPassword = try await world.store[account].addAppPassword(
      AppPasswordName(validating: "Theirs"), digest: AppPasswordSecret().digest, submission: .fresh()
    ).id
    let world = World(world, of: account)
    let tasks = ReadList(format: .todoTxt, title: "Theirs", tasks: [RemoteTask(key: "1", title: "Secret song")])
    (followed, source) = try await world.follow(RichWorld.choir, as: "Theirs elsewhere", tasks)
    draft = try await world.draft(RichWorld.club, tasks)
    upload = try await world.keepUpload("- [ ] Secret upload")
    cookie = try await world.signIn(account, agent: "Theirs")
    session = try #require(try await world.store[account].sessions().first).id
    kept = try await world.store.keep(
      path: "/lists/\(list)", fields: [SavedDraftField(name: "name", value: "Secret words")], for: session, of: account)
  }
}
