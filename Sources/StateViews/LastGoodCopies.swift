/// Keeps the last good result of slow loads in memory, and decides when to load again: for content from sources that are slow or
/// often fail.
///
/// ```swift
/// let copies = LastGoodCopies<StationID, [Departure]>(freshFor: .seconds(30), pauseAfterFailure: .seconds(60))
///
/// let copy = copies.copy(of: station, departures(from: station))
/// Region<DeparturesScreen>(
///   "departures", copy.content, from: copy.older, retry: .post("/stations/\(station)/refresh"))
/// ```
///
/// | Copy | Last load | The region |
/// |---|---|---|
/// | none | | loads |
/// | fresh | succeeded | shows the copy and loads nothing |
/// | older | succeeded | shows the copy and refreshes it |
/// | any | failed less than the pause ago | shows the copy with the failure, or the failure alone, and loads nothing |
/// | any | failed before that | shows the copy and refreshes it, or loads |
///
/// A loader needs a time limit of its own, shorter than the deadline of its page: a load that the page gives up is cancelled, which is no
/// failure of its source, and the next page loads again.
///
/// However many readers ask, one load of a key runs at a time. The form of the retry button calls ``refresh(_:)`` and redirects to
/// the page, which then loads.
public final class LastGoodCopies<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  /// What a region needs to show a key: its older content and its content.
  ///
  /// ```swift
  /// Region<BoardScreen>("tram", copy.content, from: copy.older)
  /// ```
  public struct Copy: Sendable {
    /// What the region shows before its load.
    public let older: Content?
    /// The content: the copy itself, the failure that is not tried again yet, or a load.
    public let content: any StatefulContent<Content>
    /// How old the copy is; nil if there is none.
    public let age: Duration?
  }

  private struct Entry: Sendable {
    var result: Loaded<Content>?
    /// The times since the start of the clock.
    var loaded: Duration = .zero
    var failure: (failure: Failure, at: Duration)?
    var isToRefresh = false

    /// When it was last loaded, or failed.
    var since: Duration { max(loaded, failure?.at ?? .zero) }

    /// The content, if the last load found any.
    var content: Content? {
      switch result {
      case .content(let content): content
      case .empty, .other, nil: nil
      }
    }
  }

  private let freshFor: Duration
  private let pauseAfterFailure: Duration
  private let elapsed: @Sendable () -> Duration
  private let limit: Int
  private let loads = SharedLoads<Key, Content>()
  private let entries = Lock<[Key: Entry]>([:])

  /// Creates a store without copies.
  /// - Parameters:
  ///   - freshFor: how long a copy is shown without a refresh.
  ///   - pauseAfterFailure: how long a source is left alone after a failure.
  ///   - limit: the maximum number of keys. Beyond it, the oldest result is dropped.
  ///   - clock: the time source.
  public init(
    freshFor: Duration, pauseAfterFailure: Duration, limit: Int = 1_000, clock: some Clock<Duration> = ContinuousClock()
  ) {
    (self.freshFor, self.pauseAfterFailure, self.limit) = (freshFor, pauseAfterFailure, limit)
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// The copy of a key, and how to bring it up to date.
  /// - Parameters:
  ///   - key: identifies the content. For content that not every reader may see, it contains the reader.
  ///   - content: loads the content from its source.
  public func copy(of key: Key, _ content: some StatefulContent<Content>) -> Copy {
    let now = elapsed()
    let entry = entries.withLock { $0[key] } ?? Entry()
    let age = entry.result.map { _ in now - entry.loaded }
    if !entry.isToRefresh {
      if let (failure, at) = entry.failure, now - at < pauseAfterFailure {
        return Copy(older: entry.content, content: Loader(failed: failure), age: age)
      }
      if let result = entry.result, entry.failure == nil, now - entry.loaded < freshFor {
        return Copy(older: nil, content: Loader(result), age: age)
      }
    }
    let load = content.onEnd { [self] in record($0, for: key) }.shared(as: key, in: loads)
    return Copy(older: entry.content, content: load, age: age)
  }

  /// Has the next page with a key load it, even if its copy is fresh or its source failed a moment ago.
  public func refresh(_ key: Key) {
    // Without an entry, it loads anyway.
    entries.withLock { $0[key]?.isToRefresh = true }
  }

  /// Records the end of a load.
  private func record(_ end: Result<Loaded<Content>, Interruption>, for key: Key) {
    let now = elapsed()
    entries.withLock { entries in
      var entry = entries[key] ?? Entry()
      switch end {
      case .success(let result):
        entry = Entry(result: result, loaded: now)
      case .failure(.failed(let failure)):
        entry.failure = (failure, now)
        entry.isToRefresh = false
      case .failure(.cancelled): return
      }
      entries[key] = entry
      if entries.count > limit,
        let oldest = entries.filter({ $0.key != key }).min(by: { $0.value.since < $1.value.since })
      {
        entries[oldest.key] = nil
      }
    }
  }
}
