import Foundation
import Hummingbird
import Logging
import RemoteLists
import StatePages
import StateViews
import TaskStore
import Tasks

/// Loads the region of a source: the last good copy immediately, then the current list if a refresh is due.
///
/// A class, so that a waiting region holds one reference and not a copy of the app's components.
final class RemoteLoader: Sendable {
  /// The source's copy and the tasks shown of it.
  struct Copy: Sendable {
    let copy: SourceCopy
    let pages: RemoteTaskPages
    /// The number of late tasks; counted for a card only.
    var late = 0
  }

  struct Shown: Hashable, Sendable {
    var open = 1
    var closed = 1
    /// The number of rows per page.
    let size: Int
    var extent = Extent.all

    /// The tasks among which the rows are.
    enum Extent: Hashable, Sendable {
      /// All, paged.
      case all
      /// The first open tasks, as on a card: late ones and those of today before the others.
      case card(today: Day)
      /// The first open tasks that are due before a day, the earliest first.
      case due(before: Day)
      /// The one with a key, in a list.
      case task(key: String, of: ListID)
    }
  }

  private let source: Source
  private let shown: Shown
  /// The reader's time zone, which decides what is due.
  private let zone: TimeZone
  private let refresher: Refresher
  private let store: AccountStore<Failure>
  private let logger: Logger
  private let bounds: FetchBounds
  /// Whether the region fetches from its source. Decided once, because the region's initial state depends on it.
  let fetches: Bool
  /// Whether the region would fetch if the request were no prefetch.
  private let waits: Bool
  /// Whether an address with several lists is offered as a choice instead of a failure.
  private let offersChoice: Bool

  /// Creates the loader of a region.
  /// - Parameters:
  ///   - mayFetch: whether the source may be fetched; false while the reader is selecting tasks of its copy.
  ///   - offersChoice: whether an address with several lists is offered as a choice instead of a failure.
  init(_ source: Source, _ request: SignedInRequest, _ shown: Shown, mayFetch: Bool, offersChoice: Bool = false) {
    self.source = source
    self.shown = shown
    zone = request.look.zone
    refresher = request.app.refresher
    store = request.store
    logger = request.context.logger
    let settings = request.app.settings.fetching
    bounds = FetchBounds(
      seconds: Int(settings.deadline.components.seconds), megabytes: settings.bytes >> 20, tasks: settings.tasks,
      ports: settings.ports ?? [])
    let isDue = mayFetch && refresher.freshness.isDue(source, at: refresher.now())
    fetches = isDue && !request.isPrefetch
    waits = isDue && request.isPrefetch
    self.offersChoice = offersChoice
  }

  /// Rejects a prefetch of a source that is due: a prefetch must not fetch, and the old copy would later be shown without its
  /// "refreshing" mark.
  /// - Throws: `unavailable` if the request is such a prefetch.
  func requireNoneAhead() throws(Failure) {
    if waits { throw Failure(.unavailable) }
  }

  /// The stored copy.
  /// - Throws: store failures, and the failure of ``requireNoneAhead()``.
  func stored() async throws(Failure) -> Copy? {
    try requireNoneAhead()
    return try await copy(of: source, in: store)
  }

  /// The region of a screen, with the stored copy as its first content.
  func region<S: Screen>(
    _ name: String, over stored: Copy?, caption: SourceCaption, retry: FormAction,
    placement: Placement = .panel, weight: Weight = .main, file: StaticString = #fileID, line: UInt = #line,
    _ content: @escaping @Sendable (Copy) -> S.Content
  ) -> Region<S> where S.Caption == SourceCaption {
    Region(
      name, loader(over: stored, content), caption: caption, from: start(stored, content),
      retry: retry, placement: placement, weight: weight, file: file, line: line)
  }

  /// What the region shows before its load: the last good copy, if it has tasks.
  private func start<Content: Sendable>(_ stored: Copy?, _ content: @Sendable (Copy) -> Content) -> Content? {
    guard let stored, !stored.copy.isEmpty, !isWithoutTasks(stored) else { return nil }
    return content(stored)
  }

  /// Loads the current tasks, with `stored` as the initial content.
  private func loader<Content: Sendable>(
    over stored: Copy?, _ content: @escaping @Sendable (Copy) -> Content
  ) -> Loader<Content> {
    guard fetches else {
      return Loader(startsImmediately: true) { [self] _ throws(Interruption) in
        try loaded(source, stored, content)
      }
    }
    return Loader { [self] progress throws(Interruption) in
      let fresh = try await refresher.refresh(source, for: store.account, logger, progress: progress)
      return try await loaded(fresh, content)
    }
  }

  /// Completes a load after a fetch. Not inlined: its locals would enlarge the async frame of every waiting loader.
  @inline(never) private func loaded<Content>(
    _ fresh: Source, _ content: @Sendable (Copy) -> Content
  ) async throws(Interruption) -> Loaded<Content> {
    if let trouble = fresh.trouble { return try ended(in: trouble, of: fresh) }
    return try loaded(fresh, try await copy(of: fresh, in: store.interruptible), content)
  }

  private func copy<Problem>(
    of source: Source, in store: AccountStore<Problem>
  ) async throws(Problem) -> Copy? {
    guard let copy = source.copy else { return nil }
    let open: RemoteTaskPage
    var late = 0
    switch shown.extent {
    case .all:
      let pages = try await store.remotePages(open: shown.open, closed: shown.closed, of: shown.size, of: source.id)
      return Copy(copy: copy, pages: pages)
    case .card(let today):
      let card = try await store.remoteCardTasks(of: source.id, today: today, in: zone, limit: shown.size)
      open = RemoteTaskPage(card.rows, paging: Paging(copy.open, of: shown.size))
      late = card.late
    case .due(let day): open = try await store.dueRemoteTasks(of: source.id, before: day, in: zone, limit: shown.size)
    case .task(let key, _): open = try await store.remoteTask(key, onPagesOf: shown.size, of: source.id)
    }
    let none = RemoteTaskPage([], paging: Paging(0, of: 1))
    return Copy(copy: copy, pages: RemoteTaskPages(open: open, closed: none), late: late)
  }

  /// Whether the copy has tasks, but none of those to show.
  private func isWithoutTasks(_ copy: Copy) -> Bool {
    switch shown.extent {
    case .all, .card: false
    case .due, .task: copy.pages.open.rows.isEmpty
    }
  }

  /// Completes a load without a fetch, or after a fetch.
  @inline(never) private func loaded<Content>(
    _ source: Source, _ copy: Copy?, _ content: (Copy) -> Content
  ) throws(Interruption) -> Loaded<Content> {
    if let trouble = source.trouble { return try ended(in: trouble, of: source) }
    // Never fetched, and not fetching now: neither empty nor failed.
    guard let copy else { throw .cancelled }
    if case .task(_, let list) = shown.extent, isWithoutTasks(copy) { return .other(.notInList(list)) }
    guard copy.copy.isEmpty else { return isWithoutTasks(copy) ? .empty(.nothingDue) : .content(content(copy)) }
    let (host, checked) = (source.address.host, Int64(copy.copy.checked.timeIntervalSince1970))
    return .empty(
      copy.copy.appointments > 0
        ? .onlyAppointments(host: host, checked: checked) : .sourceEmpty(host: host, checked: checked))
  }

  private func ended<Content>(in trouble: OngoingFailure, of source: Source) throws(Interruption) -> Loaded<Content> {
    let failure = failure(trouble, of: source)
    if offersChoice, case .severalLists = trouble.failure { return .other(failure.reason) }
    throw .failed(failure)
  }

  /// Loads the task lists at the source's address.
  func collections<Content: Sendable>(
    _ content: @escaping @Sendable ([RemoteCollection]) -> Content
  ) -> Loader<Content> {
    Loader(startsImmediately: !fetches) { [self] progress throws(Interruption) in
      guard fetches else { return try await collections(of: source, content) }
      let fresh = try await refresher.refresh(source, for: store.account, logger, progress: progress)
      return try await collections(of: fresh, content)
    }
  }

  private func collections<Content>(
    of source: Source, _ content: @Sendable ([RemoteCollection]) -> Content
  ) async throws(Interruption) -> Loaded<Content> {
    let host = source.address.host
    switch source.trouble?.failure {
    case .severalLists?: return .content(content(try await store.interruptible.collections(of: source.id)))
    case .noLists?: return .empty(.noLists(host: host, source: source.id))
    case nil where source.copy == nil: throw .cancelled
    case nil: return .other(.isList(host: host, source: source.id))
    case _?:
      guard let trouble = source.trouble else { throw .cancelled }
      throw .failed(failure(trouble, of: source))
    }
  }

  private func failure(_ trouble: OngoingFailure, of source: Source) -> Failure {
    let now = refresher.now()
    let peace = source.notBefore.flatMap { $0 > now ? $0 : nil }
    let told = trouble.failure.failure(
      host: source.address.host, source: source.id, age: source.copy.map { Int(now.timeIntervalSince($0.checked)) },
      until: peace.map { Int64($0.timeIntervalSince1970) }, bounds: bounds)
    guard let peace else { return told }
    return Failure(told.kind, told.reason, retry: .after(.seconds(peace.timeIntervalSince(now))))
  }
}

extension FetchProgress {
  /// The status line of a placeholder; nil if the progress is not worth showing.
  func stage(at host: String) -> Reason? {
    switch self {
    case .connecting: Reason("connecting", ["host": .text(host)])
    case .waiting: Reason("waiting", ["host": .text(host)])
    case .looking: Reason("looking", ["host": .text(host)])
    case .received(let bytes): Reason("received", ["kilobytes": .numeral(max(1, bytes / 1_000))])
    case .reading(0): nil
    case .reading(let items): Reason("reading", ["count": .number(items)])
    case .attempt(let number, let all): Reason("attempt", ["number": .numeral(number), "of": .numeral(all)])
    }
  }
}
