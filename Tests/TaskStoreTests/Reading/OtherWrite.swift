import Foundation
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// The writes that are not changes of a list.
enum OtherWrite: CaseIterable {
  case addAccount, setPassword, replaceRecord, setSettings, removeAccount, disableAccount, enableAccount, setQuotas,
    setOperator
  case beginSession, touch, endSession, endSessionByDigest, endSessions, sweep
  case keep, forgetDraft, addAccountEvents, addAccountEvent
  case draftSource, record, wantRefresh, wantRefreshOfSource
  case emptyTrash, forgetChanges, setPreferences, setColor, setFolded, addSubtasks, repair, join
  case addFeed, renewFeed, endFeed, resumeFeed, noteFeedUses
  case addAppPassword, renewAppPassword, endAppPassword, resumeAppPassword, noteAppPasswordUses
  case setReminders, addChannel, note, renewConfirmation, confirmChannel
  case planReminders, beginDeliveries, noteAnswer
  case makeIncomingAddress, endIncomingAddress, resumeIncomingAddress, addMail, setReminds
  case putObject, deleteObject, moveObject, makeCollection, setProperties, setPrincipalProperties
  case makePending, noteRead, subscribe, unsubscribe

  var method: String {
    switch self {
    case .endSessionByDigest: "endSession"
    case .renewFeed, .renewAppPassword: "renewSecret"
    case .endFeed, .endAppPassword: "endSecret"
    case .resumeFeed, .resumeAppPassword: "resumeSecret"
    case .wantRefreshOfSource: "wantRefresh"
    case .setReminders: "set"
    case .addAccount, .setPassword, .replaceRecord, .setSettings, .removeAccount, .disableAccount, .enableAccount,
      .setQuotas, .setOperator, .beginSession, .touch, .endSession,
      .endSessions, .sweep, .keep, .forgetDraft, .addAccountEvents, .addAccountEvent, .draftSource, .record,
      .wantRefresh, .emptyTrash,
      .forgetChanges, .setPreferences, .setColor, .setFolded, .addSubtasks, .repair, .join, .addFeed,
      .addChannel, .note, .renewConfirmation, .confirmChannel, .noteFeedUses, .addAppPassword, .noteAppPasswordUses,
      .putObject,
      .deleteObject, .moveObject, .makeCollection, .setProperties, .setPrincipalProperties, .makePending,
      .noteRead, .subscribe, .unsubscribe, .planReminders, .beginDeliveries, .noteAnswer, .makeIncomingAddress,
      .endIncomingAddress, .resumeIncomingAddress, .addMail, .setReminds:
      "\(self)"
    }
  }

  func perform(_ scene: Scene, _ ana: World, _ digest: Data) async throws {
    let store = scene.store
    let session = try #require(try await store.session(digest: digest)).session
    switch self {
    case .addAccount: _ = try await ana.register("Ben")
    case .setPassword: try await store.setPassword("new", of: ana.account, keeping: nil)
    case .replaceRecord: try await store.replaceRecord("new", insteadOf: "record of Ana", of: ana.account)
    case .setSettings: try await store[ana.account].setSettings(.standard)
    case .removeAccount: try await store.removeAccount(ana.account)
    case .disableAccount: try await store.disableAccount(ana.account)
    case .enableAccount:
      try await store.disableAccount(ana.account)
      try await store.enableAccount(ana.account)
    case .setOperator: try await store.setOperator(ana.account, to: true)
    case .setQuotas: try await store.setQuotas(AccountQuotas(tasks: 5), of: ana.account)
    case .beginSession: try await ana.signIn()
    case .touch: try await store.touch([session.id: ana.clock.now])
    case .endSession: try await store[ana.account].endSession(session.id, as: .revoked)
    case .endSessionByDigest: try await store.endSession(digest: digest, as: .signedOut)
    case .endSessions: try await store[ana.account].endSessions(except: nil, as: .revoked)
    case .sweep:
      ana.clock.advance(days: 40)
      try await store.sweep()
    case .keep: _ = try await store.keep(path: "/x", fields: [], for: session.id, of: ana.account)
    case .forgetDraft:
      let id = try await store.keep(path: "/x", fields: [], for: session.id, of: ana.account)
      try await store[ana.account].forgetDraft(id)
    case .addAccountEvents:
      try await store.addAccountEvents([(ana.account, AccountEventEntry(.exported, from: .console))])
    case .addAccountEvent: try await store[ana.account].addAccountEvent(AccountEventEntry(.exported, from: .console))
    case .draftSource: _ = try await scene.world.drafted(.at("https://band.example/"))
    case .record: try await scene.world.fetched([.named("Tenor")], scene.source, .at("https://choir.example/tasks"))
    case .wantRefresh: try await store[scene.account].wantRefresh(of: scene.choir)
    case .wantRefreshOfSource: try await store[scene.account].wantRefresh(source: scene.source)
    case .repair: try await store.repair()
    case .setFolded:
      try await store[scene.account].setFolded(scene.tasks[0], to: true)
      try await store[scene.account].setFolded(scene.section().id, to: true)
    case .join:
      let due = try await store[scene.account].setDue(scene.tasks[0], to: .first).change
      let done = try await store[scene.account].complete(scene.tasks[0]).change
      try await store[scene.account].join([#require(due), #require(done)])
    case .addSubtasks:
      try await store[scene.account].addSubtasks([NestedDraft(draft("Step"))], to: scene.tasks[0], submission: .fresh())
    case .addFeed: _ = try await feed(ana)
    case .renewFeed: try await store[ana.account].renewSecret(of: feed(ana), digest: .digest())
    case .endFeed: try await store[ana.account].endSecret(of: feed(ana))
    case .resumeFeed: try await store[ana.account].resumeSecret(of: feed(ana))
    case .noteFeedUses: try await store.noteFeedUses([feed(ana): ana.clock.now])
    case .addAppPassword: _ = try await appPassword(ana)
    case .renewAppPassword: try await ana.mine.renewSecret(of: appPassword(ana), digest: .digest())
    case .endAppPassword: try await ana.mine.endSecret(of: appPassword(ana))
    case .resumeAppPassword: try await ana.mine.resumeSecret(of: appPassword(ana))
    case .noteAppPasswordUses:
      let use = AppPassword.Use(at: ana.clock.now, from: .console)
      try await store.noteAppPasswordUses([appPassword(ana): use])
    case .setReminders: try await ana.mine.set(ReminderSettings(digest: .midnight))
    case .addChannel: _ = try await channel(ana)
    case .note: try await ana.mine.note(.sent, of: channel(ana))
    case .renewConfirmation: try await ana.mine.renewConfirmation(of: channel(ana), digest: .digest())
    case .confirmChannel:
      let digest = Data.digest()
      _ = try await channel(ana, digest)
      try await store.confirmChannel(digest: digest)
    case .planReminders: try await plan(ana)
    case .beginDeliveries:
      try await plan(ana)
      #expect(try await store.beginDeliveries(1, share: 1, besides: [], in: "UTC").count == 1)
    case .noteAnswer:
      try await plan(ana)
      try await store.noteAnswer(nil, to: DeliveryID(1))
    case .makeIncomingAddress: _ = try await incoming(ana)
    case .endIncomingAddress: try await ana.mine.endIncomingAddress(incoming(ana))
    case .resumeIncomingAddress: try await ana.mine.resumeIncomingAddress(incoming(ana))
    case .addMail:
      _ = try await ana.mine.addMail(draft("Mail"), literal: nil, to: incoming(ana), digest: .digest())
    case .setReminds: try await store[scene.account].setReminds(false, of: scene.house)
    case .setPreferences: try await store[scene.account].setPreferences(.ofNewList, of: scene.house)
    case .setColor:
      let mine = store[scene.account]
      _ = try await mine.addTasks([draft("Weed", tags: "garden")], to: scene.house, submission: .fresh())
      try await mine.setColor(.green, of: try #require(mine.known(Tag(stored: "garden"))).id)
    case .emptyTrash: try await store[scene.account].emptyTrash(until: .distantFuture)
    case .forgetChanges: try await store.forgetChanges(before: .distantFuture)
    case .putObject: try await put(scene)
    case .deleteObject:
      try await put(scene)
      _ = try await store[scene.account].deleteObject("a.ics", in: scene.house, if: ObjectCondition())
    case .moveObject:
      try await put(scene)
      let move = ObjectMove(
        from: .init("a.ics", in: scene.house), to: .init("b.ics", in: scene.house), overwrites: false)
      _ = try await store[scene.account].moveObject(move, if: ObjectCondition())
    case .makeCollection:
      _ = try await store[scene.account].makeCollection("garden", "Garden", [])
    case .setProperties:
      let colour = StoredProperty(namespace: "http://apple.com/ns/ical/", name: "calendar-color", xml: "<c/>")
      try await store[scene.account].setProperties([colour], name: nil, of: scene.house)
    case .setPrincipalProperties:
      try await store[scene.account].setPrincipalProperties([StoredProperty(namespace: "n", name: "c", xml: "<c/>")])
    case .noteRead:
      try await put(scene)
      let app = AppPassword(id: try await appPassword(ana), name: "Phone", made: ana.clock.now)
      let phone = store[scene.account, with: app]
      try await phone.noteRead([#require(try await phone.object("a.ics", in: scene.house))])
    case .subscribe: _ = try await subscribe(ana)
    case .unsubscribe: try await ana.mine.unsubscribe(subscribe(ana))
    case .makePending:
      var mine = store[scene.account]
      let task = try await mine.task(scene.tasks[0])
      mine.pending = PendingWrites([
        .edit(task.id, to: task.text.with { $0.title = "Edited" }, version: task.version)
      ])
      try await mine.makePending()
    }
  }

  /// Plans a reminder that is due.
  private func plan(_ ana: World) async throws {
    _ = try await ana.channel()
    let list = try await ana.list()
    let moment = try #require(Reminder(at: ana.clock.now.addingTimeInterval(3_600)))
    let task = try draft("Call").with { $0.reminders = ReminderSet([moment]) }
    _ = try await ana.mine.addTasks([task], to: list, submission: .fresh())
    ana.clock.advance(days: 0.1)
    _ = try await ana.store.planReminders(of: ana.account, in: "UTC")
  }

  private func put(_ scene: Scene) async throws {
    let sent = try #require(ReadObject(stored: ObjectTests.text("a", "SUMMARY:Milk")))
    _ = try await scene.store[scene.account].putObject(sent, at: "a.ics", in: scene.house, if: ObjectCondition())
  }

  private func appPassword(_ ana: World) async throws -> AppPasswordID {
    try await ana.mine.addAppPassword(AppPasswordName(validating: "Phone"), digest: .digest(), submission: .fresh()).id
  }

  private func subscribe(_ ana: World) async throws -> PushSubscriptionID {
    try await ana.subscribe(to: nil, with: appPassword(ana)).id
  }

  private func channel(_ ana: World, _ digest: Data = .digest()) async throws -> ReminderChannelID {
    try await ana.mine.addChannel(
      .mail("ana@home.example"), from: "https://lists.example", digest: digest, submission: .fresh()
    ).id
  }

  private func incoming(_ ana: World) async throws -> IncomingAddressID {
    try await ana.mine.makeIncomingAddress(submission: .fresh())
    return try #require(try await ana.mine.incomingAddresses().first).id
  }

  private func feed(_ ana: World) async throws -> FeedID {
    try await ana.mine.addFeed(of: .today, digest: .digest(), submission: .fresh()).id
  }
}
