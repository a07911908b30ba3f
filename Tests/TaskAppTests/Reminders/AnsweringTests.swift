import Foundation
import HTTPTypes
import Logging
import Notifications
import StatePages
import StatePagesTesting
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// What is sent, to whom, in the order in which it was.
final class RecordedNotices: Sendable {
  private let sent = Mutex<[(notice: Notifications.Notice, destination: Destination)]>([])
  private let (stream, continuation) = AsyncStream.makeStream(of: Notifications.Notice.self)
  let failure = Mutex<SendingFailure?>(nil)

  var notices: [Notifications.Notice] { sent.withLock { $0.map(\.notice) } }

  var sender: ReminderSender {
    ReminderSender(hasMail: true) { [self] notice, destination async throws(SendingFailure) in
      if let failure = failure.withLock({ $0 }) { throw failure }
      sent.withLock { $0.append((notice, destination)) }
      continuation.yield(notice)
    }
  }

  /// The next notice that is sent.
  func next() async -> Notifications.Notice? {
    for await notice in stream { return notice }
    return nil
  }
}

@Suite(.timeLimit(.minutes(20))) struct AnsweringTests {
  private let world: World
  private let list: ListID
  private let recorded = RecordedNotices()

  init() async throws {
    var settings = TaskApp.Settings.test
    settings.sender = recorded.sender
    world = try await World(settings, clock: EventLoopClock())
    list = try await world.makeList("Home & <b>Garden</b>")
    _ = try await world.mine.addChannel(
      .mail("ann@example.org"), from: "http://localhost", digest: Data(repeating: 1, count: 32), submission: .fresh())
    try await world.store.confirmChannel(digest: Data(repeating: 1, count: 32))
    world.time.advance(by: .seconds(60))
  }

  /// The message of a task that is due in an hour.
  private func remind(_ title: String = "Call \"Anna\" & Ben") async throws -> (
    task: TaskID, notice: Notifications.Notice
  ) {
    let due = Samples.today
    let draft = try TaskDraft(validating: TaskInput(title: title, due: due.iso, time: "15:30", reminders: "0m"))
    let task = try await world.mine.addTasks([draft], to: list, submission: .fresh()).tasks[0]
    world.time.advance(by: .seconds(3_600))
    let loop = Task { [world] in await world.app.keepReminding(Logger(label: "test")) }
    defer { loop.cancel() }
    while let notice = await recorded.next() {
      // Another task may remind as well by then.
      if notice.title == title || notice.actions.isEmpty { return (task, notice) }
    }
    throw CancellationError()
  }

  /// The address of a link of a message, as a path.
  private func link(_ act: AnswerAct, in notice: Notifications.Notice) throws -> String {
    let line = try #require(notice.text.split(separator: "\n").first { $0.hasSuffix("/\(act.rawValue)") })
    let address = try #require(line.split(separator: " ").last)
    #expect(address.hasPrefix("http://localhost/answers/"))
    return String(address.dropFirst("http://localhost".count))
  }

  private var anyone: World { world.showing(nil) }

  private func post(_ link: String, _ fields: KeyValuePairs<String, String> = ["then": "answer"]) async throws -> Answer
  {
    try await anyone.post(link, fields)
  }

  @Test func `a message tells what is due in plain text and in markup, each as text`() async throws {
    let (_, notice) = try await remind()
    #expect(notice.title == "Call \"Anna\" & Ben")
    #expect(
      notice.text.hasPrefix("Call \"Anna\" & Ben\nThursday 27 Nov 15:30 · Home & <b>Garden</b>\n")
        || notice.text.contains("15:30 · Home & <b>Garden</b>"))
    let html = try #require(notice.html)
    #expect(html.contains("Home &amp; &lt;b&gt;Garden&lt;/b&gt;") && !html.contains("<b>Garden"))
    #expect(
      notice.actions.map(\.label) == ["Done", "In an hour", "Tomorrow"]
        && notice.actions.allSatisfy { $0.kind == .post })
    #expect(notice.unsubscribe?.hasPrefix("http://localhost/answers/") == true)
  }

  @Test func `private messages name neither task nor list`() async throws {
    try await world.mine.set(ReminderSettings(digest: nil, isPrivate: true))
    let (_, notice) = try await remind("Secret party")
    for text in [notice.title, notice.text, notice.html ?? ""] {
      #expect(!text.contains("Secret") && !text.contains("Garden") && !text.isEmpty)
    }
    #expect(notice.actions.isEmpty)
  }

  @Test func `a link shows a page with one button, which completes the task once, with an undo`() async throws {
    let (task, notice) = try await remind()
    let link = try link(.done, in: notice)
    // Scanners of mail fetch links, more than once.
    for _ in 0..<2 {
      let page = try await anyone.get(link).page
      #expect(page.forms.count == 1 && page.text.contains("Call \"Anna\" & Ben"))
      #expect(page.text.contains("Done"))
    }
    #expect(try await world.mine.task(task).done == nil)
    let answered = try await post(link)
    #expect(answered.status == .ok && answered.body.contains("Saved."))
    #expect(try await world.mine.task(task).done != nil)
    #expect(try await post(link).status == .gone)
    #expect(try await anyone.get(link).status == .gone)
    let undone = try await anyone.press(answered.page.forms.first)
    #expect(undone.status == .ok && undone.body.contains("Undone."))
    #expect(try await world.mine.task(task).done == nil)
    #expect(try await anyone.get(link).status == .ok, "it may be answered again")
  }

  @Test func `the history tells that an answer has made a change`() async throws {
    let (task, notice) = try await remind()
    #expect(try await post(link(.done, in: notice)).status == .ok)
    let change = try #require(try await world.mine.history(of: list, task: task, limit: 1).first)
    #expect(change.medium == .answer && change.kind == .taskCompleted)
    #expect(try await world.page("/lists/\(list)/history").text.contains("by an answer to a reminder"))
  }

  @Test func `a link undoes nothing but its answer`() async throws {
    let (task, notice) = try await remind()
    let link = try link(.done, in: notice)
    let edited = try await world.mine.setDue(task, to: Samples.today.adding(days: 2))
    let change = try #require(edited.change)
    #expect(try await post(link, ["then": "undo", "version": "\(change)"]).status == .notFound)
    #expect(try await world.mine.task(task).text.due == Samples.today.adding(days: 2))
  }

  @Test func `later reminds again in an hour, and tomorrow moves the task`() async throws {
    let (task, notice) = try await remind()
    #expect(try await post(link(.later, in: notice)).status == .ok)
    let reminders = try await world.mine.task(task).text.reminders.reminders
    let moment = try #require(reminders.compactMap(\.moment).first)
    #expect((3_540...3_660).contains(moment.timeIntervalSince(world.time.now)))
    #expect(try await post(link(.tomorrow, in: notice)).status == .gone, "one answer")
    let (other, second) = try await remind("Other")
    #expect(try await post(link(.tomorrow, in: second)).status == .ok)
    #expect(try await world.mine.task(other).text.due == Samples.today.adding(days: 1))
  }

  @Test func `a link of another act, task or delivery, and one that is not whole, is none`() async throws {
    let (_, notice) = try await remind()
    let link = try link(.done, in: notice)
    let parts = link.split(separator: "/").map(String.init)
    for wrong in [
      "/answers/\(parts[1])/tomorrow", "/answers/\(parts[1].dropLast())/done", "/answers/\(parts[1])x/done",
      "/answers/2-1-\(parts[1].split(separator: "-").last ?? "")/done", "/answers/x/done", "/answers/\(parts[1])/no",
    ] {
      let (shown, posted) = (try await anyone.get(wrong).status, try await post(wrong).status)
      #expect(shown == .notFound && posted == .notFound, "\(wrong)")
    }
  }

  @Test func `a link is over after seven days, with its channel, and once the task is moved`() async throws {
    let (task, notice) = try await remind()
    let link = try link(.done, in: notice)
    try await world.mine.setDue(task, to: Samples.today.adding(days: 3))
    #expect(try await anyone.get(link).status == .gone)
    try await world.mine.setDue(task, to: Samples.today)
    #expect(try await anyone.get(link).status == .ok)
    let channel = try #require(try await world.mine.channels().first).id
    try await world.mine.endSecret(of: channel)
    #expect(try await anyone.get(link).status == .notFound)
    try await world.mine.resumeSecret(of: channel)
    #expect(try await anyone.get(link).status == .ok)
    world.time.advance(by: .seconds(8 * 86_400))
    #expect(try await anyone.get(link).status == .notFound)
  }

  @Test func `a press stops the messages of a channel`() async throws {
    let (_, notice) = try await remind()
    let stop = try #require(notice.unsubscribe).dropFirst("http://localhost".count)
    #expect(try await anyone.get(String(stop)).body.contains("No more messages here"))
    #expect(try await world.mine.channels().allSatisfy { $0.ended == nil })
    // A mail program posts without a page (RFC 8058).
    let posted = try await anyone.send(.post, String(stop), .form, body: "List-Unsubscribe=One-Click")
    #expect(posted.status == .ok)
    #expect(try await world.mine.channels().allSatisfy { $0.ended != nil })
  }

  @Test func `a mail address is confirmed by its reader`() async throws {
    let secret = LinkSecret()
    let id = try await world.mine.addChannel(
      .mail("ben@example.org"), from: "http://localhost", digest: secret.digest, submission: .fresh()
    ).id
    let page = try await anyone.get("/confirm/\(secret)").page
    #expect(page.text.contains("ben@example.org"))
    #expect(try await anyone.press(page.forms.first).status == .ok)
    #expect(try await world.mine.channel(id).isConfirmed)
    #expect(try await anyone.get("/confirm/\(secret)").status == .notFound)
    #expect(try await anyone.get("/confirm/\(LinkSecret())").status == .notFound)
    #expect(try await anyone.get("/confirm/x").status == .notFound)
  }

  @Test func `the tasks of a day are told in one message`() async throws {
    try await world.mine.set(ReminderSettings(digest: TimeOfDay("15:30")))
    for (title, due) in [("Late one", -1), ("Today's", 0), ("Later", 1)] {
      let draft = try TaskDraft(validating: TaskInput(title: title, due: Samples.today.adding(days: due).iso))
      _ = try await world.mine.addTasks([draft], to: list, submission: .fresh())
    }
    world.time.advance(by: .seconds(3_600))
    let loop = Task { [world] in await world.app.keepReminding(Logger(label: "test")) }
    defer { loop.cancel() }
    let notice = try #require(await recorded.next())
    #expect(notice.text.contains("Late one") && notice.text.contains("Today's") && !notice.text.contains("Later ("))
    #expect(notice.event == "day")
    let link = try link(.done, in: notice)
    #expect(try await post(link).status == .ok)
  }
}
