import Foundation
import HTTPTypes
import Notifications
import StatePagesTesting
import Synchronization
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The settings of reminders: when, where to, and tests of the ways there.
struct RemindersTests {
  private static let page = "/settings/reminders"

  private let outbox = Outbox()
  private let world: World

  init() async throws { world = try await World(outbox.settings()) }

  private func shown(_ answer: Answer) async throws -> HTMLElement { try await world.follow(answer).page }

  private func row(_ page: HTMLElement) throws -> HTMLElement { try #require(page.region("channels")?.first("li")) }

  private func add(_ kind: String, _ fields: [String: String]) async throws -> Answer {
    try await world.press(world.form("\(Self.page)/\(kind)", at: Self.page), typing: fields)
  }

  private func press(_ action: String, of channel: ReminderChannelID) async throws -> Answer {
    try await world.press(world.form("\(Self.page)/\(channel)/\(action)", at: Self.page))
  }

  private func addNtfy() async throws -> ReminderChannelID {
    let added = try await add("ntfy", ["server": "ntfy.example", "topic": "mara", "access-token": "tk_secret7"])
    #expect(added.status == .seeOther)
    return try #require(try await world.mine.channels().last).id
  }

  // MARK: When

  @Test func `what is set is there again, with a notice, and an empty time is none`() async throws {
    let saved = try await world.press(
      world.form(at: Self.page), typing: ["digest": "07:00", "quiet-from": "22:00", "quiet-until": "06:30"])
    #expect(try await shown(saved).notice?.text.contains("Settings saved") == true)
    let all = Set(Weekday.allCases)
    let quiet = QuietHours("22:00 06:30")
    #expect(
      try await world.mine.reminderSettings() == ReminderSettings(digest: .init("07:00"), days: all, quiet: quiet))
    let fields = [("digest", "08:15"), ("day-1", "on"), ("day-7", "on"), ("quiet-from", ""), ("private", "yes")]
    let page = try await shown(world.post(Self.page, fields: fields.map { (name: $0.0, value: $0.1) }))
    #expect(page.value(of: "digest") == "08:15" && page.value(of: "quiet-from") == "")
    let boxes = page.all("input").filter { $0["type"] == "checkbox" && $0["checked"] != nil }.map { $0["name"] }
    #expect(boxes == ["day-1", "day-7", "private"])
    _ = try await world.post(Self.page, ["digest": ""])
    #expect(try await world.mine.reminderSettings() == ReminderSettings(digest: nil, days: []))
  }

  @Test func `the notice is shown only where something was just saved`() async throws {
    #expect(try await world.page("\(Self.page)?did=settings-saved").notice == nil)
    _ = try await world.post(Self.page, ["digest": "07:00"])
    #expect(try await world.page("\(Self.page)?did=settings-saved").notice != nil)
    world.time.advance(by: Limits.undoWindow + .seconds(1))
    #expect(try await world.page("\(Self.page)?did=settings-saved").notice == nil)
  }

  @Test func `wrong times are told in place, and what was typed stays`() async throws {
    let answer = try await world.post(
      Self.page, ["digest": "25:00", "quiet-from": "22:00", "quiet-until": "", "day-2": "on", "private": "yes"])
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
    #expect(page.value(of: "digest") == "25:00" && page.value(of: "quiet-from") == "22:00")
    #expect(page.element(id: "digest-error") != nil && page.element(id: "quiet-until-error") != nil)
    #expect(page.element(id: "digest")?["autofocus"] != nil && page.element(id: "quiet-from-error") == nil)
    #expect(page.all("input").filter { $0["checked"] != nil }.map { $0["name"] } == ["day-2", "private"])
    #expect(try await world.mine.reminderSettings() == .standard)
  }

  @Test func `the week begins where the reader's does`() async throws {
    let german = try await world.get(Self.page, [.acceptLanguage: "de"]).page
    #expect(german.all("input").compactMap { $0["name"] }.filter { $0.hasPrefix("day-") }.first == "day-1")
    let arabic = try await world.get(Self.page, [.acceptLanguage: "ar"]).page
    #expect(arabic.all("input").compactMap { $0["name"] }.filter { $0.hasPrefix("day-") }.first == "day-6")
  }

  // MARK: Where to

  @Test func `without a channel the region is empty and says so`() async throws {
    let page = try await world.page(Self.page)
    #expect(page.state("channels") == "empty/nothing-yet")
    #expect(page.region("channels")?.text.contains("Nothing reminds you yet") == true)
  }

  @Test func `a topic of ntfy is added once, tested, ended and resumed, and its token is shown nowhere`() async throws {
    let id = try await addNtfy()
    var page = try await world.page(Self.page)
    #expect(try row(page).text.contains("ntfy.example/mara") && row(page).text.contains("Never used"))
    page = try await shown(press("test", of: id))
    #expect(try row(page).first { $0["role"] == "status" }?.text == "The test was sent to ntfy.example/mara")
    let (notice, to) = try #require(outbox.sent.first)
    #expect(notice.title == "A test by Fourfold" && notice.language?.hasPrefix("en") == true && notice.event == "test")
    guard case .ntfy(let topic) = to else { Issue.record("\(to)"); return }
    #expect(topic.token == "tk_secret7" && topic.server.url == "https://ntfy.example/")
    page = try await world.page(Self.page)
    #expect(try row(page).text.contains("Last sent today at"))
    page = try await shown(press("end", of: id))
    #expect(try row(page)["class"] == "crossed-out" && page.form(to: "\(Self.page)/\(id)/test") == nil)
    page = try await shown(press("resume", of: id))
    #expect(try row(page)["class"] == nil)
    #expect(!page.text.contains("tk_secret7"))
  }

  @Test func `a failure is told in words, with what the server said as text, and can be tried again`() async throws {
    let id = try await addNtfy()
    outbox.fail(with: .authentication(ServerReply(status: 401, text: "<b>unauthorized</b>")))
    let answer = try await world.follow(press("test", of: id))
    let failed = try row(answer.page).text
    #expect(failed.contains("the password or token was not accepted") && failed.contains("“<b>unauthorized</b>”"))
    #expect(failed.contains("Try again") && !answer.body.contains("<b>unauth"))
    outbox.fail(with: nil)
    let tried = try await shown(press("test", of: id))
    #expect(try row(tried).text.contains("The test was sent to"))
  }

  @Test(arguments: [
    (SendingFailure.noSuchHost, "there is no server of this name"), (.refused, "refused the connection"),
    (.timedOut(isSent: true), "took too long"), (.certificate(.expired), "certificate"),
    (.rejected(ServerReply(status: 400, text: "")), "rejected"), (.malformed, "something unexpected"),
  ])
  func `every failure has words`(failure: SendingFailure, words: String) async throws {
    let id = try await addNtfy()
    outbox.fail(with: failure)
    let page = try await shown(press("test", of: id))
    #expect(try row(page).text.contains(words))
    #expect(FailedAttempt.failures.contains(failure.code))
  }

  @Test func `a paused channel says so, and a test that arrives ends the pause`() async throws {
    let id = try await addNtfy()
    for _ in 0..<Limits.channelFailures { try await world.mine.note(.failed(code: "refused", reply: nil), of: id) }
    #expect(try row(try await world.page(Self.page)).text.contains("Paused after too many failures"))
    let tested = try await shown(press("test", of: id))
    #expect(try !row(tested).text.contains("Paused"))
  }

  @Test func `a mail address waits for its link, which goes there in the reader's language`() async throws {
    let added = try await add("mail", ["address": "Mara@Home.Example"])
    let page = try await shown(added)
    #expect(try row(page).text.contains("Mara@home.example"))
    #expect(try row(page).first { $0["role"] == "status" }?.text.contains("Not confirmed yet") == true)
    let sent = try #require(outbox.sent.first)
    #expect(sent.notice.title == "Confirm this address for reminders" && sent.to.description == "Mara@home.example")
    let id = try #require(try await world.mine.channels().first).id
    #expect(page.form(to: "\(Self.page)/\(id)/test") == nil)
    func secret(_ sent: Outbox.Sent) throws -> LinkSecret {
      let link = try #require(sent.notice.text.firstMatch(of: /http:\/\/localhost\/confirm\/([\w-]{43})\n/))
      return try #require(LinkSecret(String(link.output.1)))
    }
    let first = try secret(sent)
    #expect(try await world.store.unconfirmedChannel(digest: first.digest)?.channel.id == id)
    _ = try await world.post("\(Self.page)/\(id)/test")
    _ = try await shown(press("confirm", of: id))
    let second = try secret(try #require(outbox.sent.last))
    #expect(outbox.sent.count == 3 && first != second)
    #expect(try await world.store.unconfirmedChannel(digest: first.digest) == nil)
    try await world.store.confirmChannel(digest: second.digest)
    #expect(try await world.form("\(Self.page)/\(id)/test", at: Self.page).buttons.first?.words.isEmpty == false)
    _ = try await world.post("\(Self.page)/\(id)/confirm")
    #expect(outbox.sent.count == 3, "it is confirmed")
  }

  @Test func `the secret of a webhook is shown once, to the session that made it`() async throws {
    let added = try await add("webhook", ["url": "https://hooks.example/mara?key=hidden7"])
    #expect(added.location == "\(Self.page)?of=1#channel-secret")
    let answer = try await world.follow(added)
    let secret = try #require(try answer.page.element(id: "channel-secret")?["value"])
    #expect(WebhookSecret(secret) != nil && answer.headers[.cacheControl]?.contains("no-store") == true)
    #expect(try row(answer.page).text.contains("hooks.example") && !answer.body.contains("hidden7"))
    let other = world.showing(try await world.signIn(world.account))
    #expect(try await other.page("\(Self.page)?of=1").element(id: "channel-secret") == nil)
    world.time.advance(by: Limits.undoWindow + .seconds(1))
    #expect(try await !world.get("\(Self.page)?of=1").body.contains(secret))
  }

  @Test(arguments: [
    ("mail", ["address": ""], "channel-address"), ("mail", ["address": "mara"], "channel-address"),
    ("mail", ["address": "mära@home.example"], "channel-address"),
    ("ntfy", ["server": "", "topic": "a"], "channel-server"),
    ("ntfy", ["server": "http://", "topic": "a"], "channel-server"),
    ("ntfy", ["server": "https://127.0.0.1", "topic": "a"], "channel-server"),
    ("ntfy", ["server": "https://ntfy.example:8080", "topic": "a"], "channel-server"),
    ("ntfy", ["server": "ntfy.example", "topic": "a b"], "channel-topic"),
    ("ntfy", ["server": "ntfy.example", "topic": ""], "channel-topic"),
    ("ntfy", ["server": "ntfy.example", "topic": "a", "access-token": "a b"], "channel-access-token"),
    ("webhook", ["url": "http://hooks.example/"], "channel-url"), ("webhook", ["url": "x y"], "channel-url"),
    ("webhook", ["url": "https://169.254.169.254/"], "channel-url"),
  ])
  func `what can't be is told at its field, with what was typed`(
    kind: String, fields: [String: String], id: String
  ) async throws {
    let answer = try await world.post("\(Self.page)/\(kind)", fields: fields.map { ($0.key, $0.value) })
    #expect(answer.status == .unprocessableContent)
    let page = try answer.page
    #expect(page.element(id: "\(id)-error")?.text.isEmpty == false && page.element(id: id)?["autofocus"] != nil)
    let open = page.all("details").filter { $0["open"] != nil }
    #expect(open.count == 1 && open[0].element(id: id) != nil)
    for (name, value) in fields { #expect(page.value(of: name) == (name == "access-token" ? "" : value), "\(name)") }
    #expect(try await world.mine.channels().isEmpty && outbox.sent.isEmpty)
  }

  @Test func `without a mail server the page says so, and takes no address`() async throws {
    let world = try await World(outbox.settings(hasMail: false))
    let page = try await world.page(Self.page)
    #expect(page.form(to: "\(Self.page)/mail") == nil && page.text.contains("has set up no mail server"))
    #expect(try await world.post("\(Self.page)/mail", ["address": "mara@home.example"]).status == .unprocessableContent)
    #expect(try await world.mine.channels().isEmpty)
  }

  @Test func `an account has ten channels, and a form sent twice makes one`() async throws {
    let form = try await world.form("\(Self.page)/webhook", at: Self.page)
    for _ in 0..<2 { _ = try await world.press(form, typing: ["url": "https://hooks.example/0"]) }
    #expect(try await world.mine.channels().count == 1)
    for number in 1..<Limits.channelsPerAccount {
      #expect(try await add("webhook", ["url": "https://hooks.example/\(number)"]).status == .seeOther)
    }
    let full = try await add("webhook", ["url": "https://hooks.example/x"])
    #expect(try full.page.text.contains("You are reminded in 10 ways, the maximum."))
    #expect(try full.page.value(of: "url") == "https://hooks.example/x")
  }

  @Test func `tests and mails to others' addresses are limited`() async throws {
    let id = try await addNtfy()
    for _ in 0..<5 { _ = try await shown(press("test", of: id)) }
    let often = try await press("test", of: id)
    #expect(often.status == .tooManyRequests && often.headers[.retryAfter] != nil)
    #expect(try row(often.page).text.contains("Too many attempts") && outbox.sent.count == 5)
    let mail = try await add("mail", ["address": "mara@home.example"])
    #expect(mail.status == .tooManyRequests)
    #expect(try mail.page.value(of: "address") == "mara@home.example" && mail.page.text.contains("Too many attempts"))
    #expect(try await world.mine.channels().count == 1)
  }

  @Test func `a test that takes too long has timed out, and the form does not wait for it`() async throws {
    let clock = ManualClock()
    var settings = TaskApp.Settings.test
    settings.sender = ReminderSender(hasMail: false) { _, _ throws(SendingFailure) in
      do { try await Task.sleep(for: .seconds(3_600)) } catch { throw .cancelled }
    }
    let world = try await World(settings, clock: clock)
    let (id, _) = try await world.mine.addChannel(
      .ntfy(server: "https://ntfy.example/", topic: "a", token: nil), from: "https://lists.example", digest: nil,
      submission: .fresh())
    let answer = try await world.post("\(Self.page)/\(id)/test")
    #expect(answer.status == .seeOther)
    #expect(try await world.post("\(Self.page)/\(id)/test").status == .seeOther, "one is under way")
    async let page = world.follow(answer).page
    await clock.waitForSleepers(1)
    clock.advance(by: ChannelTests.deadline)
    #expect(try await page.region("channels")?.text.contains("took too long") == true)
  }

  @Test func `while a link is on its way, another press makes no other one`() async throws {
    let clock = ManualClock()
    let sent = Mutex<[String]>([])
    var settings = TaskApp.Settings.test
    settings.sender = ReminderSender(hasMail: true) { notice, _ throws(SendingFailure) in
      sent.withLock { $0.append(notice.text) }
      do { try await Task.sleep(for: .seconds(3_600)) } catch { throw .cancelled }
    }
    let world = try await World(settings, clock: clock)
    let added = try await world.post("\(Self.page)/mail", ["address": "mara@home.example"])
    try await eventually { sent.withLock { $0.count } == 1 }
    _ = try await world.post("\(Self.page)/1/confirm")
    let link = try #require(sent.withLock { $0.first }?.firstMatch(of: /confirm\/([\w-]{43})/)?.output.1)
    let secret = try #require(LinkSecret(String(link)))
    #expect(try await world.store.unconfirmedChannel(digest: secret.digest) != nil)
    async let page = world.follow(added).page
    clock.advance(by: ChannelTests.deadline)
    #expect(try await page.region("channels")?.text.contains("took too long") == true)
    #expect(sent.withLock { $0.count } == 1)
  }
}
