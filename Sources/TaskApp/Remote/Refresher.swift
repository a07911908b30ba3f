import Foundation
import Logging
import Scheduling
import StateViews
import Synchronization
import TaskFormats
import TaskStore
import Tasks

/// Fetches remote lists and stores the results. Concurrent requests for a source share one fetch, and the number of concurrent
/// fetches is limited.
///
/// A fetch is cancelled when its last waiter leaves. Background refreshes count as waiters.
final class Refresher: Sendable {
  /// The maximum number of concurrent fetches.
  static let slots = 4
  /// The maximum time a fetch waits for its permit. Including the fetch itself, it stays below the deadline of a page's regions.
  static let queueing: Duration = .seconds(10)

  let freshness: RefreshPolicy
  let now: @Sendable () -> Date
  private let clock: any Clock<Duration>
  private let store: TaskStore
  private let fetch: TaskApp.Fetch
  private let onMetric: (@Sendable (AppMetric) -> Void)?
  private let sources = SharedLoads<Key, Source>()
  /// Fair among accounts: one permit is always left to other accounts.
  let turns = FairQueue<AccountID>(Refresher.slots, share: Refresher.slots - 1)
  private let isClosed = Mutex(false)

  init(
    store: TaskStore, freshness: RefreshPolicy, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    onMetric: (@Sendable (AppMetric) -> Void)? = nil, fetch: @escaping TaskApp.Fetch
  ) {
    (self.clock, self.onMetric, self.store) = (clock, onMetric, store)
    (self.freshness, self.now, self.fetch) = (freshness, now, fetch)
  }

  var inFlight: Int { sources.inFlight }

  /// Fetches a source and returns its new state, including its failure if there is one.
  /// - Parameter zone: the time zone of moments without one.
  /// - Throws: ``Interruption/failed(_:)`` if the store fails or no permit is free in time; ``Interruption/cancelled`` if the
  ///   task is cancelled or the source is no longer followed.
  func refresh(
    _ source: Source, for account: AccountID, in zone: TimeZone, _ logger: Logger,
    progress: @escaping @Sendable (Reason) -> Void = { _ in }
  ) async throws(Interruption) -> Source {
    if isClosed.withLock({ $0 }) { throw .cancelled }
    let loaded = try await sources.load(
      Key(source: source.id, url: source.address.url), progress: progress,
      Loader { [self] progress throws(Interruption) in
        .content(try await fresh(source, for: account, in: zone, logger, progress))
      })
    switch loaded {
    case .content(let source): return source
    case .empty, .other: throw .cancelled
    }
  }

  /// Cancels all fetches and starts no more.
  func close() {
    isClosed.withLock { $0 = true }
    sources.cancelAll()
  }

  private func fresh(
    _ source: Source, for account: AccountID, in zone: TimeZone, _ logger: Logger,
    _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> Source {
    let current = try await current(source, for: account)
    // Another request has refreshed it since it was looked up.
    if current.revision != source.revision, !freshness.isDue(current, at: now()) { return current }
    let outcome = try await outcome(of: current, for: account, in: zone, progress)
    let recorded = try await keep(outcome, of: current, logger)
    // A draft with a single collection needs no choice. The address of a followed list is never changed without a request.
    guard case .collections(let found) = outcome, found.count == 1, recorded.list == nil,
      let only = try await choose(found[0], of: recorded, for: account)
    else { return recorded }
    return try await keep(try await self.outcome(of: only, for: account, in: zone, progress), of: only, logger)
  }

  /// The draft, with the address of the chosen collection; nil if the account already follows that address.
  private func choose(
    _ collection: RemoteCollection, of source: Source, for account: AccountID
  ) async throws(Interruption) -> Source? {
    do {
      try await store[account].choose(collection.url, of: source.id)
      return try await store[account].source(source.id)
    } catch .conflict, .notFound {
      return nil
    } catch {
      throw .failed(Failure(loading: error))
    }
  }

  private func current(_ source: Source, for account: AccountID) async throws(Interruption) -> Source {
    let current: Source
    do { current = try await store[account].source(source.id) } catch { throw .failed(Failure(loading: error)) }
    if current.address.url != source.address.url { throw .cancelled }
    return current
  }

  private func outcome(
    of source: Source, for account: AccountID, in zone: TimeZone, _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> FetchOutcome {
    // Without a copy, at most the kind of the source is known: that it is a server's collection.
    let known = Validators(collection: source.validators.collection.map { _ in "" })
    let validators = source.copy == nil ? known : source.validators
    let permit = try await turn(for: account, at: source, progress)
    defer { withExtendedLifetime(permit) {} }
    do {
      return try await fetch(source.address, validators, zone) { progressed in
        if let stage = progressed.stage(at: source.address.host) { progress(stage) }
      }
    } catch {
      throw .cancelled
    }
  }

  /// Waits for a permit to fetch.
  private func turn(
    for account: AccountID, at source: Source, _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> Permit {
    let permit = await turns.permit(for: account, within: Self.queueing, on: clock) { progress("queued") }
    if let permit { return permit }
    throw Task.isCancelled
      ? .cancelled
      : .failed(.noTurn(host: source.address.host, source: source.id))
  }

  private func keep(_ outcome: FetchOutcome, of source: Source, _ logger: Logger) async throws(Interruption) -> Source {
    let moment = now()
    let next = freshness.next(after: outcome, of: source, at: moment)
    do {
      onMetric?(.fetched(outcome: outcome.metric))
      let recorded = try await store.record(outcome, of: source.id, from: source.address, at: moment, next: next)
      guard let recorded else { throw Interruption.cancelled }
      if let ongoingFailure = recorded.ongoingFailure {
        logger.info(
          "a list could not be fetched",
          metadata: [
            "source": "\(recorded.id)", "host": "\(recorded.address.host)", "failure": "\(ongoingFailure.failure)",
          ])
      }
      return recorded
    } catch let error as StoreError {
      throw .failed(Failure(loading: error))
    } catch {
      throw .cancelled
    }
  }
}

extension Refresher {
  fileprivate struct Key: Hashable, Sendable {
    let source: SourceID
    let url: String
  }
}

extension FetchOutcome {
  /// The outcome in one word.
  fileprivate var metric: String {
    switch self {
    case .fetched: "fetched"
    case .unchanged: "unchanged"
    case .collections: "collections"
    case .failed(let failure, _): failure.stored.code
    }
  }
}

/// When remote lists are fetched again.
package struct RefreshPolicy: Hashable, Sendable {
  /// The age at which a copy is stale and a reader triggers a refresh.
  package var staleAfter: Duration = .seconds(15 * 60)
  /// The time after a failure during which readers trigger no automatic retry.
  package var pauseAfterFailure: Duration = .seconds(60)
  /// The interval of background refreshes; nil disables them.
  package var refreshEvery: Duration? = .seconds(60 * 60)
  /// The maximum backoff for lists that keep failing.
  package var longestPause: Duration = .seconds(24 * 60 * 60)

  package init() {}

  /// Whether a reader of the source triggers a fetch.
  func isDue(_ source: Source, at now: Date) -> Bool {
    if let notBefore = source.notBefore, notBefore > now { return false }
    guard source.wanted == nil, let asked = source.asked else { return true }
    let pause = source.ongoingFailure == nil ? staleAfter : pauseAfterFailure
    // A clock that was set back must not keep a copy fresh forever.
    return now.timeIntervalSince(asked) > pause.seconds || asked > now
  }

  /// The time of the next background fetch after an outcome, with exponential backoff for failures.
  func next(after outcome: FetchOutcome, of source: Source, at now: Date) -> Date {
    let every = (refreshEvery ?? longestPause).seconds
    // Jitter: sources added together would otherwise stay synchronized.
    let spread = Double.random(in: 0.9...1.1)
    switch outcome {
    // `collections` is no failure: the reader has to choose, so no backoff.
    case .fetched, .unchanged, .collections: return now.addingTimeInterval(every * spread)
    case .failed(_, let notBefore):
      let doublings = Double(min(source.ongoingFailure?.times ?? 0, 20))
      let pause = min(every * pow(2, doublings), max(longestPause.seconds, every)) * spread
      return max(now.addingTimeInterval(pause), notBefore ?? now)
    }
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
