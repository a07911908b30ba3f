import Foundation
import StatePages
import TaskStore
import Tasks

extension Samples {
  static let account = "anna"

  static let sessions: [Session] = [
    session(1, "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0", begun: now - 12 * 86_400),
    session(
      2,
      "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Mobile Safari/537.36",
      begun: now - 40 * 86_400, seen: afternoon),
    session(
      3,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
      begun: now - 86_400, seen: now - 80_000),
    session(4, "", begun: now - 20 * 86_400, seen: now - 19 * 86_400),
  ]

  /// One event of each kind, with varied networks and browsers.
  static let accountEvents: [AccountEvent] = {
    let origins = [
      AccountEvent.Origin(network: "192.0.2.0/24", agent: sessions[0].agent),
      AccountEvent.Origin(network: "2001:db8:0:17::/64", agent: sessions[1].agent),
      AccountEvent.Origin(network: "127.0.0.0/24", agent: ""),
      AccountEvent.Origin.console,
    ]
    let kinds = AccountEvent.Kind.allCases
    return kinds.enumerated().map { index, kind in
      let at = ago(Int64(index) * 30_000)
      let isRefused = kind.isRefusal
      return AccountEvent(
        id: AccountEventID(9_000_000_000_000 + Int64(kinds.count - index)), kind: kind, at: at,
        last: isRefused ? at + 1_200 : at, times: isRefused ? 7 : 1, origin: origins[index % origins.count])
    }
  }()

  static let appPasswords: [AppPassword] = {
    func use(_ before: Int64, _ agent: String) -> AppPassword.Use {
      AppPassword.Use(at: ago(before), from: AccountEvent.Origin(network: "192.0.2.0/24", agent: agent))
    }
    return [
      AppPassword(
        id: AppPasswordID(9_000_000_000_001), name: "Phone", made: ago(12 * 86_400),
        used: use(1_200, "DAVx5/4.4.5-ose (dav4jvm; okhttp/4.12.0) Android/16"),
        pushing: .on(last: .init(at: ago(1_200), .sent))),
      AppPassword(
        id: AppPasswordID(9_000_000_000_002), name: "حاسوب", made: ago(86_400),
        pushing: .on(last: .init(at: ago(600), .failed(code: "deferred", reply: "Too many requests")))),
      AppPassword(
        id: AppPasswordID(9_000_000_000_003), name: "Thunderbird at the office", made: ago(40 * 86_400),
        used: use(
          20 * 86_400, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0")),
      AppPassword(
        id: AppPasswordID(9_000_000_000_004), name: "Old phone", made: ago(90 * 86_400), used: use(86_400, ""),
        ended: ago(60)),
    ]
  }()

  static let savedDraft = SavedDraft(
    id: SavedDraftID(9_000_000_000_001), account: AccountID(9_000_000_000_001),
    path: TaskCommand.task(detail.id, .edit).text,
    fields: [
      SavedDraftField(name: FormField.version, value: detail.version.description),
      SavedDraftField(name: FormField.title, value: "Order the tiles, 12 m²"),
      SavedDraftField(name: FormField.notes, value: "Matt white.\n\nThe shop on Mill Street has them in stock."),
      SavedDraftField(name: FormField.due, value: today.adding(days: 3).iso),
      SavedDraftField(name: TaskField.priority.name, value: "high"),
    ], at: date(afternoon))

  /// The gate for each reason, with every validation error.
  static let gates: [GateSample<SignedOutGate>] = [
    GateSample(.unregistered, setUp()),
    GateSample(
      .unregistered, variant: "invalid",
      setUp(
        "", .invalid(InvalidInput(FieldProblem(.username, .blank), [FieldProblem(.password, .tooShort(minimum: 8))])))),
    GateSample(
      .unregistered, variant: "not-the-same",
      setUp("anna", .invalid(InvalidInput(FieldProblem(.passwordAgain, .notTheSame))))),
    GateSample(
      .unregistered, variant: "too-common", setUp("anna", .invalid(InvalidInput(FieldProblem(.password, .tooCommon))))),
    GateSample(.unregistered, variant: "token", setUp(token: "")),
    GateSample(
      .unregistered, variant: "no-token",
      setUp("anna", .invalid(InvalidInput(FieldProblem(.token, .blank))), token: "")),
    GateSample(
      .unregistered, variant: "wrong-token",
      setUp("anna", .invalid(InvalidInput(FieldProblem(.token, .mismatch))), token: "k3fa9-guess")),
    GateSample(
      .unregistered, variant: "too-many-tokens",
      setUp("anna", .refused(.tooManyTries(wait: .seconds(119))), token: "k3fa9-guess")),
    GateSample(.registered, signIn()),
    GateSample(.registered, variant: "mismatch", signIn(account, .refused(.mismatch))),
    GateSample(.registered, variant: "disabled", signIn(account, .refused(.disabled))),
    GateSample(
      .registered, variant: "no-password", signIn(account, .invalid(InvalidInput(FieldProblem(.password, .blank))))),
    GateSample(.registered, variant: "too-many-tries", signIn(account, .refused(.tooManyTries(wait: .seconds(119))))),
    GateSample(.registered, variant: "busy", signIn(account, .refused(.busy))),
    GateSample(.registered, variant: "not-done", signIn(isNotDone: true)),
    GateSample(.registered, variant: "disk-full", signIn(account, .refused(.passwordDiskFull))),
    GateSample(.registered, variant: "not-ended", signIn(isNotEnded: true)),
    GateSample(
      .registered, variant: "sign-up-open", signIn(signUpHref: SignInFlow.addresses.address(of: .signUp).text)),
    GateSample(.expired, signIn(account)),
    GateSample(.expired, variant: "kept", signIn(account, kept: savedDraft.id)),
    GateSample(.expired, variant: "not-done", signIn(account, isNotDone: true)),
    GateSample(.signUp, signUp()),
    GateSample(.signUp, variant: "taken", signUp("رحلة", .invalid(InvalidInput(FieldProblem(.username, .taken))))),
    GateSample(
      .signUp, variant: "same-as-name",
      signUp("anna the second", .invalid(InvalidInput(FieldProblem(.password, .sameAsName))))),
    GateSample(.insecure, SignedOutGate.View(action: SignInFlow.address(of: .signIn).text)),
    GateSample(.noCookie, noCookie(isPlainHTTP: false)),
    GateSample(.noCookie, variant: "plain-http", noCookie(isPlainHTTP: true)),
  ]

  private static func noCookie(isPlainHTTP: Bool) -> SignedOutGate.View {
    var view = SignedOutGate.View(action: SignInFlow.address(of: .signIn).text)
    view.signInHref = TaskFlow.addresses.address(of: .overview()).text
    view.isPlainHTTP = isPlainHTTP
    return view
  }

  private static func setUp(
    _ name: String = "", _ rejection: Rejection? = nil, token: String? = nil
  ) -> SignedOutGate.View {
    var view = SignedOutGate.View(action: SignInFlow.address(of: .setUp).text, username: name, rejection: rejection)
    view.wantsToken = token != nil
    view.token = token ?? ""
    view.zone = AccountTimeZones(chosen: "Europe/Berlin", server: "UTC")
    return view
  }

  private static func signUp(_ name: String = "", _ rejection: Rejection? = nil) -> SignedOutGate.View {
    SignedOutGate.View(
      action: SignInFlow.address(of: .signUp).text, username: name, rejection: rejection,
      signInHref: TaskStep.overview().text, zone: AccountTimeZones(chosen: "", server: "UTC"))
  }

  private static func signIn(
    _ name: String = "", _ rejection: Rejection? = nil, kept: SavedDraftID? = nil, isNotDone: Bool = false,
    isNotEnded: Bool = false, signUpHref: String? = nil
  ) -> SignedOutGate.View {
    SignedOutGate.View(
      action: SignInFlow.address(of: .signIn).text, username: name, rejection: rejection, next: TaskStep.trash().text,
      kept: kept,
      isNotDone: isNotDone, isNotEnded: isNotEnded, signUpHref: signUpHref)
  }

  private static func session(_ id: Int64, _ agent: String, begun: Int64, seen: Int64 = now) -> Session {
    Session(
      id: SessionID(9_000_000_000_000 + id), account: savedDraft.account, begun: date(begun), seen: date(seen),
      agent: agent, ended: nil)
  }

  static let feeds: [Feed] = {
    return [
      Feed(id: FeedID(9_000_000_000_001), subject: .today, made: ago(12 * 86_400), used: ago(1_200)),
      Feed(id: FeedID(9_000_000_000_002), subject: .list(lists[1].id), listName: lists[1].name, made: ago(86_400)),
      Feed(
        id: FeedID(9_000_000_000_003), subject: .list(lists[0].id), listName: lists[0].name, isListDeleted: true,
        made: ago(40 * 86_400), used: ago(20 * 86_400)),
      Feed(
        id: FeedID(9_000_000_000_004), subject: .list(lists[0].id), listName: lists[0].name, made: ago(3 * 86_400),
        used: ago(86_400), ended: ago(60)),
    ]
  }()

  static let incomingMail = IncomingDomain(mailbox: "inbox", domain: "lists.example")

  static let incomingAddresses = [
    IncomingAddress(
      id: IncomingAddressID(2), name: "k3v9xw2m7pqt4bnz8hcd", made: ago(300), used: ago(60)),
    IncomingAddress(
      id: IncomingAddressID(1), name: "p5rj2aek3mf9xq7vb4ht", made: ago(86_400), ended: ago(300)),
  ]

  static let reminders = ReminderSettings(
    digest: TimeOfDay("07:00"), days: [.monday, .tuesday, .wednesday, .thursday, .friday],
    quiet: QuietHours("22:00 06:30"))

  static let channels: [ReminderChannel] = {
    func channel(
      _ id: Int64, _ address: ChannelAddress, isConfirmed: Bool = true, _ last: ReminderChannel.Attempt? = nil,
      paused: Int64? = nil, ended: Int64? = nil
    ) -> ReminderChannel {
      ReminderChannel(
        id: ReminderChannelID(9_000_000_000_000 + id), address: address, origin: "https://\(host)",
        made: ago(12 * 86_400), isConfirmed: isConfirmed, last: last, paused: paused.map(ago), ended: ended.map(ago))
    }
    let (ntfy, mail) = ("https://ntfy.example/", "mara@home.example")
    let wrong = ReminderChannel.Outcome.failed(code: "authentication", reply: "unauthorized")
    return [
      channel(1, .mail(mail), .init(at: ago(20), .sent)),
      channel(2, .ntfy(server: ntfy, topic: "mara", token: "tk_secret"), .init(at: ago(60_000), wrong)),
      channel(3, .webhook("https://hooks.example/mara?key=secret", secret: "whsec_x")),
      channel(4, .mail("mara@work.example"), isConfirmed: false, .init(at: ago(600), .sent)),
      channel(
        5, .mail("mara@wrok.example"), isConfirmed: false,
        .init(at: ago(600), .failed(code: "no-such-host", reply: nil))),
      channel(
        6, .ntfy(server: ntfy, topic: "old", token: nil),
        .init(at: ago(3_000), .failed(code: "timed-out", reply: nil)), paused: 3_000),
      channel(7, .webhook("https://old.example/", secret: "whsec_x"), .init(at: ago(90_000), .sent), ended: 60),
    ]
  }()

  private static func ago(_ seconds: Int64) -> Date { date(now - seconds) }

  static func serverState() -> ServerState {
    ServerState(
      databaseBytes: 48_300_000, logBytes: 4_100_000, freeBytes: 21_400_000_000,
      totals: Totals(accounts: 3, sources: SourceTotals(ok: 6, failing: 0, waiting: 0)),
      reminders: ReminderTotals(sent: 14, failed: 0, waiting: 0, paused: 0),
      backups: BackupStatus(last: ago(1_900), age: .seconds(1_900)),
      lastCheck: FinishedCheck(at: ago(30_000), findings: 0), problems: [])
  }

  static func troubledServerState() -> ServerState {
    ServerState(
      databaseBytes: 948_300_000, logBytes: 0, freeBytes: 9_600_000,
      totals: Totals(accounts: 1, sources: SourceTotals(ok: 2, failing: 3, waiting: 1)),
      reminders: ReminderTotals(sent: 3, failed: 7, waiting: 2, paused: 1),
      backups: BackupStatus(last: nil, age: nil), lastCheck: FinishedCheck(at: ago(90_000), findings: 2),
      problems: [.littleRoom(megabytes: 9), .backupOverdue, .contradictory])
  }

  static let accountUses: [AccountUse] = {
    func use(
      _ id: Int64, _ name: String, _ usage: Usage, _ own: AccountQuotas = AccountQuotas(), disabled: Bool = false
    )
      -> AccountUse
    {
      AccountUse(
        account: Account(
          id: AccountID(9_000_000_000_000 + id), name: name, created: ago(90 * 86_400),
          disabled: disabled ? ago(86_400) : nil, isOperator: id == 1),
        usage: usage, quotas: Quotas.standard.replaced(by: own))
    }
    return [
      use(1, account, Usage(bytes: 4_260_000, tasks: 1_234, lists: 17, sources: 2)),
      use(2, "Józef Kowalski", Usage(bytes: 95_000_000, tasks: 99_000, lists: 40)),
      use(3, "رحلة", Usage(bytes: 2_000_000, tasks: 12, lists: 1), AccountQuotas(bytes: 1_000_000), disabled: true),
    ]
  }()

  static let slowRequests = [
    SlowRequest(method: "GET", route: "/search", status: 200, duration: .milliseconds(2_340), at: ago(600)),
    SlowRequest(
      method: "POST", route: "/lists/{id}/tasks", status: 503, duration: .milliseconds(5_020), at: ago(90_000)),
    SlowRequest(method: "GET", route: "none", status: 404, duration: .milliseconds(1_000), at: ago(200_000)),
  ]

  static let failedJobs = [JobFailure(.backup, at: ago(4_000)), JobFailure(.check, at: ago(100_000))]
}
