import Foundation
import Hummingbird
import Logging
import RemoteLists
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// Loads the region of a source: the last good copy immediately, then the current list if a refresh is due.
///
/// A class, so that a waiting region holds one reference and not a copy of the app's components.
final class RemoteLoader: Sendable {
  /// The source's copy and the tasks shown of it.
  struct Copy: Sendable {
    let copy: SourceCopy
    var rows = FollowedRows()
    /// The tasks of a card.
    var card = CardTasks([], late: 0)
    /// The tasks of a preview.
    var preview: [PreviewTask] = []
  }

  struct Shown: Hashable, Sendable {
    var open = 1
    var closed = 1
    /// The number of rows per page.
    let size: Int
    var extent = Extent.preview

    /// The tasks among which the rows are.
    enum Extent: Hashable, Sendable {
      /// All of the list, paged.
      case all(ListID)
      /// The first open tasks of the list, as on a card: late ones and those of today before the others.
      case card(ListID, now: ZonedTime)
      /// The first ones, before the list is there.
      case preview
    }
  }

  private let source: Source
  private let shown: Shown
  /// The reader's time zone, in which moments are read.
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
    let isDue = mayFetch && !source.isHidden && refresher.freshness.isDue(source, at: refresher.now())
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
    guard let stored, !stored.copy.isEmpty else { return nil }
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
      let fresh = try await refresher.refresh(source, for: store.account, in: zone, logger, progress: progress)
      return try await loaded(fresh, content)
    }
  }

  /// Completes a load after a fetch. Not inlined: its locals would enlarge the async frame of every waiting loader.
  @inline(never) private func loaded<Content>(
    _ fresh: Source, _ content: @Sendable (Copy) -> Content
  ) async throws(Interruption) -> Loaded<Content> {
    if let ongoingFailure = fresh.ongoingFailure { return try ended(in: ongoingFailure, of: fresh) }
    return try loaded(fresh, try await copy(of: fresh, in: store.interruptible), content)
  }

  private func copy<Problem>(
    of source: Source, in store: AccountStore<Problem>
  ) async throws(Problem) -> Copy? {
    guard let copy = source.copy else { return nil }
    switch shown.extent {
    case .all(let list):
      let rows = try await store.followedRows(open: shown.open, closed: shown.closed, of: shown.size, in: list)
      return Copy(copy: copy, rows: rows)
    case .card(let list, let now):
      return Copy(copy: copy, card: try await store.cardTasks(in: list, now: now, limit: shown.size))
    case .preview:
      return Copy(copy: copy, preview: try await store.previewTasks(of: source.id, limit: shown.size))
    }
  }

  /// Completes a load without a fetch, or after a fetch.
  @inline(never) private func loaded<Content>(
    _ source: Source, _ copy: Copy?, _ content: (Copy) -> Content
  ) throws(Interruption) -> Loaded<Content> {
    if let ongoingFailure = source.ongoingFailure { return try ended(in: ongoingFailure, of: source) }
    // Never fetched, and not fetching now: neither empty nor failed.
    guard let copy else { throw .cancelled }
    guard copy.copy.isEmpty else { return .content(content(copy)) }
    let (host, checked) = (source.address.host, Int64(copy.copy.checked.timeIntervalSince1970))
    return .empty(
      copy.copy.appointments > 0
        ? .onlyAppointments(host: host, checked: checked) : .sourceEmpty(host: host, checked: checked))
  }

  private func ended<Content>(
    in ongoingFailure: OngoingFailure, of source: Source
  ) throws(Interruption) -> Loaded<Content> {
    let failure = failure(ongoingFailure, of: source)
    if offersChoice, case .severalLists = ongoingFailure.failure { return .other(failure.reason) }
    throw .failed(failure)
  }

  /// Loads the task lists at the source's address.
  func collections<Content: Sendable>(
    _ content: @escaping @Sendable ([RemoteCollection]) -> Content
  ) -> Loader<Content> {
    Loader(startsImmediately: !fetches) { [self] progress throws(Interruption) in
      guard fetches else { return try await collections(of: source, content) }
      let fresh = try await refresher.refresh(source, for: store.account, in: zone, logger, progress: progress)
      return try await collections(of: fresh, content)
    }
  }

  private func collections<Content>(
    of source: Source, _ content: @Sendable ([RemoteCollection]) -> Content
  ) async throws(Interruption) -> Loaded<Content> {
    let host = source.address.host
    switch source.ongoingFailure?.failure {
    case .severalLists?: return .content(content(try await store.interruptible.collections(of: source.id)))
    case .noLists?: return .empty(.noLists(host: host, source: source.id))
    case nil where source.copy == nil: throw .cancelled
    case nil: return .other(.isList(host: host, source: source.id))
    case _?:
      guard let ongoingFailure = source.ongoingFailure else { throw .cancelled }
      throw .failed(failure(ongoingFailure, of: source))
    }
  }

  private func failure(_ ongoingFailure: OngoingFailure, of source: Source) -> Failure {
    let now = refresher.now()
    let retryDate = source.notBefore.flatMap { $0 > now ? $0 : nil }
    let worded = ongoingFailure.failure.failure(
      host: source.address.host, source: source.id, age: source.copy.map { Int(now.timeIntervalSince($0.checked)) },
      until: retryDate.map { Int64($0.timeIntervalSince1970) }, bounds: bounds)
    guard let retryDate else { return worded }
    return Failure(worded.kind, worded.reason, retry: .after(.seconds(retryDate.timeIntervalSince(now))))
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
