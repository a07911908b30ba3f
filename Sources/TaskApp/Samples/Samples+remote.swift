import Foundation
import StatePages
import StateViews
import Tasks

extension Samples {
  static let host = "choir.example"
  /// When the copy was last checked: 12:12, viewed at 15:00.
  static let morning = now - 10_080
  static let sourceID = SourceID(9_000_000_000_001)

  static let remoteList = remoteList(open: 9)

  /// The same while it can't be refreshed.
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

  static let choir: [RemoteTask] = [
    RemoteTask(
      key: "c1", title: "Bring the blue folders", due: .day(today.adding(days: 6)), priority: .high,
      group: "Before the concert", tags: ["stage", "folders"]),
    RemoteTask(
      key: "c2", title: "Sing “Abendlied” from memory",
      notes: "Bars 12 to 20 are the hard ones.\n\nAlto: breathe after “Wiesen”.",
      due: .moment(date(now + 7_200)), status: .open(percent: 40), group: "Before the concert"),
    RemoteTask(key: "c3", title: "Altos: first verse", group: "Before the concert", depth: 1),
    RemoteTask(
      key: "c4", title: "Tenors: first verse", status: .done(.moment(date(now - 90_000))),
      group: "Before the concert", depth: 1),
    RemoteTask(
      key: "c5", title: "Basses: all of it, slowly, then once more at the speed of the recording that Ines sent around",
      due: .day(today.adding(days: -1)), priority: .medium, group: "Before the concert", depth: 2,
      tags: ["Bässe", "at home"]),
    RemoteTask(key: "c6", title: "حجز القاعة", due: .day(today), group: "Concert, 12 December"),
    RemoteTask(key: "c7", title: "Ask Jonas for his van", group: "Concert, 12 December", tags: ["@phone"]),
    RemoteTask(key: "c8", title: "Load the risers", group: "Concert, 12 December", depth: 1),
    RemoteTask(key: "c9", title: "Print 80 programmes", status: .cancelled, group: "Concert, 12 December"),
    RemoteTask(key: "c10", title: "<b>Not bold</b>", priority: .low, group: "Concert, 12 December"),
    RemoteTask(
      key: "c11", title: "Choose the encore", notes: "Short, and in German.", status: .done(nil),
      group: "Concert, 12 December"),
    RemoteTask(key: "c12", title: "Return the borrowed stands"),
  ]

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
    func content(_ tasks: [RemoteTask], isChoosing: Bool = false, of copy: SourceCopy = copy) -> RemoteScreen.Content {
      RemoteScreen.Content(copy, pages(of: tasks), list: remoteList.id, isChoosing: isChoosing)
    }
    return [
      Sample("choir", caption: caption, content: content(choir)),
      Sample("choosing", caption: choosing, content: content(choir, isChoosing: true)),
      Sample("first-of-many", caption: caption, content: content(many)),
      Sample("deep", caption: caption, content: content(deep)),
      Sample("all-closed", caption: caption, content: content(choir.filter { !$0.status.isOpen })),
      Sample("untitled", caption: caption, content: content(untitled, of: long)),
      Sample("moved", caption: moved, content: content(choir, of: former)),
    ]
  }()

  static let followedTasks: [Sample<FollowedTaskScreen>] = [choir[0], choir[1], choir[3], choir[8], untitled[0]].map {
    task in
    let page = RemoteTaskPage([PlacedRemoteTask(task, number: 1, depth: 0)], paging: Paging(1, of: Limits.tasksAtOnce))
    return Sample(
      task.key,
      caption: sourceCaption(of: remoteList),
      content: FollowedTaskScreen.Content(copy: copy, page: page, list: remoteList.id))
  }

  /// The first page of open tasks and of closed ones.
  private static func pages(of tasks: [RemoteTask]) -> RemoteTaskPages {
    let placed = PlacedRemoteTask.placed(tasks)
    func page(isOpen: Bool) -> RemoteTaskPage {
      let those = placed.filter { $0.task.status.isOpen == isOpen }
      return RemoteTaskPage(Array(those.prefix(look.rows)), paging: Paging(those.count, of: look.rows))
    }
    return RemoteTaskPages(open: page(isOpen: true), closed: page(isOpen: false))
  }

  static let remoteCards: [Sample<RemoteCardScreen>] = [
    Sample(
      "choir", caption: sourceCaption(of: remoteList, isCard: true),
      content: RemoteCardScreen.Content(
        tasks: PlacedRemoteTask.placed(Array(choir.prefix(3))), more: 6, checked: date(morning))),
    Sample(
      "all-closed",
      caption: sourceCaption(of: remoteList(open: 0), isCard: true),
      content: RemoteCardScreen.Content(tasks: [], more: 0, checked: date(morning))),
  ]

  static let remoteDue: [Sample<RemoteDueScreen>] = [0, 4].map { more in
    Sample(
      more == 0 ? "choir" : "many",
      caption: sourceCaption(of: remoteList, isCard: true),
      content: RemoteDueScreen.Content(
        list: remoteList.id, tasks: PlacedRemoteTask.placed(Array(choir.prefix(3))), more: more, checked: date(morning))
    )
  }

  static let previews: [Sample<PreviewScreen>] = [
    Sample(
      "choir",
      caption: SourceCaption(
        host: host, checked: Moment(morning, for: look), changeHref: TaskStep.follow(.address(sourceID)).text,
        nextHref: TaskStep.follow(.name(sourceID)).text),
      content: PreviewScreen.Content(copy, pages(of: choir)))
  ]

  static let events: [SourceEvent] = [
    SourceEvent(
      state: .failed(.timedOut(.waiting)), host: host, at: date(now - 9_000), last: date(afternoon), times: 5),
    SourceEvent(
      state: .content(open: 9, closed: 3, skipped: 3), host: host, at: date(morning), last: date(morning), times: 1,
      changes: SourceChanges(
        from: [("c0", "<b>Old</b> programme")], to: choir.map { ($0.key, $0.title) })),
    SourceEvent(state: .failed(.status(500)), host: host, at: date(now - 86_400), last: date(now - 80_000), times: 3),
    SourceEvent(
      state: .content(open: 1, closed: 0, skipped: 0), host: host, at: date(now - 90_000), last: date(now - 88_000),
      times: 12),
    SourceEvent(
      state: .failed(.unreadable(.webPage)), host: host, at: date(now - 172_000), last: date(now - 172_000), times: 1),
    SourceEvent(state: .empty, host: host, at: date(now - 250_000), last: date(now - 200_000), times: 20),
  ]

  private static let many: [RemoteTask] = (1...187).map { number in
    RemoteTask(key: "m\(number)", title: "Rehearsal \(number)", due: .day(today.adding(days: 7 * (number - 1))))
  }

  private static let untitled: [RemoteTask] = [
    RemoteTask(key: "u1", title: "", due: .day(today), tags: ["errand"]),
    RemoteTask(key: "u2", title: "Water the plants", due: .day(today.adding(days: -1)), recurrence: .dates),
    RemoteTask(
      key: "u3", title: "Tune the piano", due: .day(today),
      recurrence: .rules("FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU;UNTIL=20270301")),
    RemoteTask(key: "u4", title: "Sing the scales", due: .day(today), recurrence: .rules("FREQ=HOURLY;INTERVAL=6")),
  ]

  private static let deep: [RemoteTask] = (0...Limits.remoteDepth).map { depth in
    RemoteTask(
      key: "d\(depth)", title: "Beneath \(depth) others, with a title that is long enough for a second line",
      due: .day(today), priority: .high, depth: depth, tags: ["a-tag-without-any-place-to-break-it-anywhere"])
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

  /// The page on which the address of ``sourceID`` is changed.

  private static func failed(_ failure: SourceFailure) -> Failure {
    let told = failure.failure(
      host: host, source: sourceID, age: 3 * 3_600, until: failure == .status(503) ? now + 1_200 : nil)
    // The template check needs every possible fact. Of several ages, the templates print the hours.
    let ages: [String: Fact] = ["hours": .number(3), "minutes": .number(180), "days": .number(3)]
    return Failure(told.kind, Reason(told.reason.name, told.reason.facts.merging(ages) { $1 }), retry: told.retry)
  }
}
