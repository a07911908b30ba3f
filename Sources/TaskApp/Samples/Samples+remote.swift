import Foundation
import NetworkAddresses
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

extension Samples {
  static let host = "choir.example"
  /// When the copy was last checked: 12:12, viewed at 15:00.
  static let morning = now - 10_080
  static let sourceID = SourceID(9_000_000_000_001)

  static let remoteList = remoteList(open: 9)

  /// The list while it can't be refreshed.
  static let failingList = remoteList(open: 9, isFailing: true)

  private static func remoteList(open: Int, isFailing: Bool = false) -> ListSummary {
    ListSummary(
      id: listID(8), name: "Choir calendar", role: .owner, source: sourceID, isFailing: isFailing, position: 8,
      open: open, completed: 3,
      lastCompleted: nil, revision: changeID(41), version: changeID(21), created: date(now - 800_000))
  }

  private static func sourceCaption(of list: ListSummary?, isCard: Bool = false) -> SourceCaption {
    SourceCaption(host: host, list: list, isCard: isCard, checked: Moment(morning, for: look))
  }

  static let copy = SourceCopy(
    format: .iCalendar, title: "Choir, autumn term", open: 9, closed: 3, skipped: 3, fetched: date(now - 86_400),
    checked: date(morning))

  static let source = Source(
    id: sourceID, list: remoteList.id, address: SourceAddress(url: "https://\(host)/tasks.ics", host: host), copy: copy,
    validators: .none, asked: date(morning), ongoingFailure: nil, notBefore: nil, wanted: nil, revision: 1)

  static let followedDetail = TaskDetail(
    id: choir[1].id, list: remoteList.id, listName: remoteList.name,
    text: TaskDraft(
      title: choir[1].title, notes: "Bars 12 to 20 are the hard ones.\n\nAlto: breathe after “Wiesen”.",
      due: choir[1].due, time: choir[1].time, repeats: Recurrence(.daily, interval: 2, current: today), start: today,
      tags: tags("stage"), priority: .high),
    done: nil, percent: 40, created: date(now - 700_000), changed: date(now - 90_000), version: changeID(0),
    isReadOnly: true)

  static let choir: [TaskRow] = [
    followed(101, "Bring the blue folders", due: 6, .high, tags: tags("stage", "folders")),
    followed(102, "Sing “Abendlied” from memory", due: 0, time: "17:00", notes: true),
    followed(103, "Altos: first verse", depth: 1),
    followed(
      105, "Basses: all of it, slowly, then once more at the speed of the recording that Ines sent around", due: -1,
      .medium, tags: tags("Bässe", "at-home"), depth: 2),
    followed(106, "حجز القاعة", due: 0),
    followed(107, "Ask Jonas for his van", tags: tags("phone")),
    followed(108, "Load the risers", depth: 1),
    followed(110, "<b>Not bold</b>", .low),
    followed(112, "Return the borrowed stands"),
  ]

  private static let sung: [TaskRow] = [
    followed(104, "Tenors: first verse", done: now - 90_000), followed(109, "Print 80 programmes", done: now - 95_000),
    followed(111, "Choose the encore", notes: true, done: now - 99_000),
  ]

  private static let sections = Dictionary(
    choir.map { ($0.id, $0.id < taskID(106) ? "Before the concert" : "Concert, 12 December") }
  ) { first, _ in first }

  private static func followed(
    _ number: Int64, _ title: String, due: Int? = nil, time: String? = nil, _ priority: Priority = .none,
    notes: Bool = false, tags: TagSet = TagSet(), done: Int64? = nil, depth: Int = 0
  ) -> TaskRow {
    let row = TaskRow(
      id: taskID(number), list: remoteList.id, title: title, hasNotes: notes, due: due.map { today.adding(days: $0) },
      time: time.flatMap { ClockTime(stored: $0) }, tags: tags, priority: priority, done: done.map(date),
      version: changeID(0), isReadOnly: true)
    return row.placed(at: OutlinePosition(depth: depth), progress: nil, subtasks: .shown)
  }

  static let remoteScreens: [Sample<RemoteScreen>] = {
    let caption = sourceCaption(of: remoteList)
    let choosing = SourceCaption(host: host, list: remoteList, isChoosing: true)
    var moved = caption
    moved.isFormer = true
    let former = SourceCopy(
      format: copy.format, title: copy.title, open: copy.open, closed: copy.closed, skipped: copy.skipped,
      fetched: copy.fetched, checked: copy.checked, isFormer: true)
    let long = SourceCopy(
      format: copy.format, title: copy.title, open: 2, closed: 0, skipped: 0, omitted: 120, appointments: 4,
      fetched: copy.fetched, checked: copy.checked)
    func content(
      _ open: [TaskRow], _ closed: [TaskRow] = sung, chosen: Set<TaskID>? = nil, of copy: SourceCopy = copy
    ) -> RemoteScreen.Content {
      var rows = FollowedRows()
      rows.open = TaskRowPage(Array(open.prefix(look.rows)), number: 1, paging: Paging(open.count, of: look.rows))
      rows.closed = TaskRowPage(closed, number: 1, paging: Paging(closed.count, of: look.rows))
      rows.sections = sections
      return RemoteScreen.Content(copy, rows, chosen: chosen)
    }
    return [
      Sample("choir", caption: caption, content: content(choir)),
      Sample("choosing", caption: choosing, content: content(choir, chosen: [choir[1].id])),
      Sample("first-of-many", caption: caption, content: content(many, [])),
      Sample("all-closed", caption: caption, content: content([])),
      Sample("long", caption: caption, content: content(Array(choir.prefix(2)), [], of: long)),
      Sample("moved", caption: moved, content: content(choir, of: former)),
    ]
  }()

  static let remoteCards: [Sample<RemoteCardScreen>] = [
    Sample(
      "choir", caption: sourceCaption(of: remoteList, isCard: true),
      content: RemoteCardScreen.Content(
        tasks: choir.prefix(3).map(CardScreen.Content.Excerpt.init), open: 9, more: 6, checked: date(morning))),
    Sample(
      "all-closed",
      caption: sourceCaption(of: remoteList(open: 0), isCard: true),
      content: RemoteCardScreen.Content(tasks: [], open: 0, more: 0, checked: date(morning), others: 3)),
  ]

  static let previews: [Sample<PreviewScreen>] = [
    Sample(
      "choir",
      caption: SourceCaption(
        host: host, checked: Moment(morning, for: look), changeHref: address(of: .changeAddress(of: sourceID)),
        nextHref: TaskStep.follow(.name(sourceID)).text),
      content: PreviewScreen.Content(
        copy, choir.filter { $0.place.depth == 0 }.map { PreviewTask(row: $0, section: sections[$0.id]) }))
  ]

  static let events: [SourceEvent] = [
    SourceEvent(
      state: .failed(.timedOut(.waiting)), host: host, at: date(now - 9_000), last: date(afternoon), times: 5),
    SourceEvent(
      state: .content(open: 9, closed: 3, skipped: 3), host: host, at: date(morning), last: date(morning), times: 1,
      changes: SourceChanges(
        from: [("c0", "<b>Old</b> programme")], to: choir.map { ("\($0.id)", $0.title) })),
    SourceEvent(state: .failed(.status(500)), host: host, at: date(now - 86_400), last: date(now - 80_000), times: 3),
    SourceEvent(
      state: .content(open: 1, closed: 0, skipped: 0), host: host, at: date(now - 90_000), last: date(now - 88_000),
      times: 12),
    SourceEvent(
      state: .failed(.unreadable(.webPage)), host: host, at: date(now - 172_000), last: date(now - 172_000), times: 1),
    SourceEvent(state: .empty, host: host, at: date(now - 250_000), last: date(now - 200_000), times: 20),
  ]

  private static let many: [TaskRow] = (1...187).map { number in
    followed(Int64(200 + number), "Rehearsal \(number)", due: 7 * (number - 1))
  }

  /// Every way in which fetching a list can fail. The stored copy, if any, is three hours old.
  static let sourceFailures: [Failure] =
    (detailed + SourceFailure.plain.sorted { $0.key < $1.key }.map(\.value)).map(failed)
    + [Failure.noTurn(host: host, source: sourceID)]

  private static let detailed: [SourceFailure] =
    [
      .timedOut(.waiting), .timedOut(.receiving), .timedOut(.stalled), .blockedPort(8080),
      .blockedAddress(BlockedAddress(.reserved, target: "169.254.169.254")), .blockedAddress(BlockedAddress(.reserved)),
      .blockedAddress(BlockedAddress(.private, target: "nas.example")), .blockedAddress(BlockedAddress(.private)),
      .signInUnknown("Negotiate"), .signInUnknown(""), .status(403), .status(404), .status(410), .status(503),
      .status(204), .status(206), .status(405), .status(500), .status(418), .severalLists(3),
    ] + CertificateProblem.allCases.map(SourceFailure.certificate)
    + UnreadableList.allCases.map(SourceFailure.unreadable)

  static let fetchStages: [Reason] = [
    "queued", Reason("connecting", ["host": .text(host)]), Reason("waiting", ["host": .text(host)]),
    Reason("looking", ["host": .text(host)]),
    Reason("received", ["kilobytes": .numeral(340)]), Reason("reading", ["count": .number(1_200)]),
    Reason("attempt", ["number": .numeral(2), "of": .numeral(3)]),
  ]

  static let collections = [
    RemoteCollection(url: "https://choir.example/dav/ann/tasks/", name: "Tasks"),
    RemoteCollection(url: "https://choir.example/dav/ann/choir/", name: "Choir, autumn term"),
    RemoteCollection(url: "https://choir.example/dav/ann/" + String(repeating: "long-", count: 20), name: "قائمة"),
  ]

  static let severalLists = failed(.severalLists(3)).reason

  private static func failed(_ failure: SourceFailure) -> Failure {
    let worded = failure.failure(
      host: host, source: sourceID, age: 3 * 3_600, until: failure == .status(503) ? now + 1_200 : nil)
    // The template check needs every possible fact. Of several ages, the templates print the hours.
    let ages: [String: Fact] = ["hours": .number(3), "minutes": .number(180), "days": .number(3)]
    return Failure(
      worded.kind, Reason(worded.reason.name, worded.reason.facts.merging(ages) { $1 }), retry: worded.retry)
  }
}
