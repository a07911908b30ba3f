import Foundation
import GRDB
import TaskFormats
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
  let channel: ReminderChannelID
  let incoming: IncomingAddressID
  let upload: UploadID
  let invitation: InvitationID
  let page: SharedPageID
  let comment: CommentID
  /// The session cookie.
  let cookie: String

  init(in world: World) async throws {
    account = try await world.store.addAccount(Username(validating: "Stranger"), password: World.record).id
    list = try await world.store[account].createList(ListName(stored: "Theirs"), submission: .fresh()).list
    let added = try await world.store[account].addTasks(
      [TaskDraft(validating: TaskInput(title: "Secret", tags: "secret"))], to: list, submission: .fresh())
    task = try #require(added.tasks.first)
    change = try #require(added.change)
    section = try await world.addSection("Secret section", to: list, of: account)
    tag = try #require(try await world.store[account].tags(of: 9).rows.first).id
    feed = try await world.store[account].addFeed(of: .list(list), digest: FeedSecret().digest, submission: .fresh()).id
    appPassword = try await world.store[account].addAppPassword(
      AppPasswordName(validating: "Theirs"), digest: AppPasswordSecret().digest, submission: .fresh()
    ).id
    channel = try await world.store[account].addChannel(
      .ntfy(server: "https://ntfy.example/", topic: "secret-topic", token: nil), from: "https://lists.example",
      digest: nil, submission: .fresh()
    ).id
    try await world.store[account].makeIncomingAddress(submission: .fresh())
    incoming = try #require(try await world.store[account].incomingAddresses().first).id
    try await world.store[account].makeInvitation(
      to: list, as: .editor, digest: LinkSecret().digest, submission: .fresh())
    invitation = try #require(try await world.store[account].sharing(of: list).invitations.first).id
    try await world.store[account].makePage(
      of: list, named: ListName(stored: "Theirs"), takesTicks: true, days: 30, digest: LinkSecret().digest,
      submission: .fresh())
    page = try #require(try await world.store[account].sharing(of: list).pages.first).id
    try await world.store[account].addComment(CommentText(stored: "Secret comment"), to: task, submission: .fresh())
    comment = try #require(try await world.store[account].comments(of: 9, on: task).rows.first).id
    let world = World(world, of: account)
    let tasks = ReadList(format: .todoTxt, title: "Theirs", tasks: [.open("Secret song")])
    (followed, source) = try await world.follow(World.choir, as: "Theirs elsewhere", tasks)
    draft = try await world.draft(RichWorld.club, tasks)
    upload = try await world.keepUpload("- [ ] Secret upload")
    cookie = try await world.signIn(account, agent: "Theirs")
    session = try #require(try await world.store[account].sessions().first).id
    kept = try await world.store.keep(
      path: "/lists/\(list)", fields: [SavedDraftField(name: "name", value: "Secret words")], for: session, of: account)
  }
}

/// Every kind of signed-out request to a database with accounts, by its cookie.
enum SignedOutCaller: CaseIterable {
  /// No cookie at all.
  case nobody
  /// A cookie that is not a token, or an unknown one.
  case garbage, unknown
  /// Two cookies with the name, of which at least one was not set by the app.
  case two
  /// The token of a valid session, in a cookie that anyone on the network could have set.
  case plainlyNamed
  /// The cookie of a removed account.
  case removed
  /// Cookies of sessions that have ended.
  case signedOut, idle, old, revoked, replaced

  /// The gate's reason.
  var reason: String {
    switch self {
    case .nobody, .garbage, .unknown, .two, .plainlyNamed, .removed, .signedOut: "registered"
    case .idle, .old, .revoked, .replaced: "expired"
    }
  }

  /// The cookie, of a session of the world's own account if of any.
  func cookie(in world: World) async throws -> String? {
    switch self {
    case .nobody: return nil
    case .garbage: return "__Host-fourfold=garbage"
    case .unknown: return "__Host-fourfold=\(SessionToken().text)"
    case .two: return try await "\(world.signIn(world.account)); \(world.signIn(world.account))"
    case .plainlyNamed: return try await world.signIn(world.account).replacing("__Host-", with: "")
    case .removed:
      let account = try await world.store.addAccount(Username(validating: "Gone"), password: World.record).id
      let cookie = try await world.signIn(account)
      try await world.store.removeAccount(account)
      return cookie
    case .signedOut: return try await ended(as: .signedOut, world)
    case .revoked: return try await ended(as: .revoked, world)
    case .replaced: return try await ended(as: .replaced, world)
    case .idle:
      world.time.advance(by: .zero - Limits.sessionIdle - .seconds(1))
      try await world.makePasswordOlder()
      let cookie = try await world.signIn(world.account)
      world.time.advance(by: Limits.sessionIdle + .seconds(1))
      return cookie
    case .old:
      world.time.advance(by: .zero - Limits.sessionAge - .seconds(1))
      try await world.makePasswordOlder()
      let cookie = try await world.signIn(world.account)
      world.time.advance(by: Limits.sessionAge)
      let found = try #require(try await world.store.session(digest: World.token(cookie).digest))
      // It was used until a second ago.
      try await world.store.touch([found.session.id: world.time.now])
      world.time.advance(by: .seconds(1))
      return cookie
    }
  }

  private func ended(as end: SessionEnd, _ world: World) async throws -> String {
    let cookie = try await world.signIn(world.account)
    try await world.store.endSession(digest: World.token(cookie).digest, as: end)
    return cookie
  }
}

extension World {
  /// Dates the account's password a year back, because a session from before a change of password saves no drafts.
  func makePasswordOlder() async throws {
    let arguments: StatementArguments = [account.value]
    try await store.database.write { db in
      try db.execute(
        sql: "UPDATE credentials SET changed = changed - 31536000000 WHERE account = ?", arguments: arguments)
    }
  }

  /// The token in a cookie.
  static func token(_ cookie: String?) throws -> SessionToken {
    try #require(cookie?.split(separator: "=").last.flatMap { SessionToken($0) })
  }
}
