import Foundation
import Logging
import StateViews
import Synchronization
import TaskStore
import Tasks

/// Fetches lists from elsewhere, and has the store keep what came: each source once at a time however many ask for it, and few at
/// once in all.
///
/// A fetch ends when the last one who waits for it has left. Whoever fetches for nobody in particular waits for it, too.
final class Refresher: Sendable {
  /// How many sources are asked at once.
  static let slots = 4
  /// How long a fetch waits for its turn. With the time that it takes itself, that is less than what a page gives its regions.
  static let queueing: Duration = .seconds(10)

  let freshness: RefreshPolicy
  let now: @Sendable () -> Date
  private let store: TaskStore
  private let fetch: TaskApp.Fetch
  private let sources = SharedLoads<Key, KnownSource>()
  private let fetches = SharedLoads<Question, FetchOutcome>()
  /// Who fetches, and who waits for their turn. One permit is always left to other accounts.
  let turns: FairSemaphore<AccountID>
  private let isClosed = Mutex(false)

  /// One that fetches nothing yet.
  init(
    store: TaskStore, freshness: RefreshPolicy, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date,
    fetch: @escaping TaskApp.Fetch
  ) {
    turns = FairSemaphore(Self.slots, share: Self.slots - 1, clock: clock)
    self.store = store
    self.freshness = freshness
    self.now = now
    self.fetch = fetch
  }

  /// How many sources are being brought up to date.
  var inFlight: Int { sources.inFlight }

  /// Has a source fetched, and returns how it is then, its trouble included.
  /// - Throws: what the store could not do, and that there was no turn in time; ``Interruption/cancelled`` when the task was
  ///   cancelled, or when the source was followed no longer.
  func refresh(
    _ known: KnownSource, for account: AccountID, _ logger: Logger,
    progress: @escaping @Sendable (StateViews.Progress) -> Void = { _ in }
  ) async throws(Interruption) -> KnownSource {
    if isClosed.withLock({ $0 }) { throw .cancelled }
    let loaded = try await sources.load(
      known.key, progress: progress,
      Loader { [self] progress throws(Interruption) in
        .content(KnownSource(try await fresh(known.source, for: account, logger, progress)))
      })
    switch loaded {
    case .content(let source): return source
    case .empty: throw .cancelled
    }
  }

  /// Ends every fetch, and begins no more.
  func close() {
    isClosed.withLock { $0 = true }
    sources.cancelAll()
    fetches.cancelAll()
  }

  private func fresh(
    _ source: Source, for account: AccountID, _ logger: Logger,
    _ progress: @escaping @Sendable (StateViews.Progress) -> Void
  ) async throws(Interruption) -> Source {
    let current = try await current(source, for: account, logger)
    // Somebody else has had it fetched since it was looked up.
    if current.revision != source.revision, !freshness.isDue(current, at: now()) { return current }
    let outcome = try await outcome(of: current, for: account, progress)
    let kept = try await keep(outcome, of: current, logger)
    // Where there is only one list, nothing is to be chosen; of a list that is followed the address is not changed unasked.
    guard case .collections(let found) = outcome, found.count == 1, kept.list == nil,
      let only = try await choose(found[0], of: kept, for: account, logger)
    else { return kept }
    return try await keep(try await self.outcome(of: only, for: account, progress), of: only, logger)
  }

  /// The draft at the address of one of its lists; nil where the account follows that already.
  private func choose(
    _ collection: RemoteCollection, of source: Source, for account: AccountID, _ logger: Logger
  ) async throws(Interruption) -> Source? {
    do {
      try await store.choose(collection.url, of: source.id, for: account)
      return try await store.source(source.id, for: account)
    } catch .conflict, .notFound {
      return nil
    } catch {
      throw .failed(StoreAccess(store: store, logger: logger).failure(error))
    }
  }

  /// The source as it is by now.
  private func current(
    _ source: Source, for account: AccountID, _ logger: Logger
  ) async throws(Interruption) -> Source {
    let current: Source
    do {
      current = try await store.source(source.id, for: account)
    } catch {
      throw .failed(StoreAccess(store: store, logger: logger).failure(error))
    }
    if current.address.url != source.address.url { throw .cancelled }
    return current
  }

  private func outcome(
    of source: Source, for account: AccountID, _ progress: @escaping @Sendable (StateViews.Progress) -> Void
  ) async throws(Interruption) -> FetchOutcome {
    // Without a copy it is known at most that this is a list of a server.
    let known = Validators(collection: source.validators.collection.map { _ in "" })
    let (address, validators) = (source.address, source.copy == nil ? known : source.validators)
    let question = Question(url: address.url, validators: validators)
    // A fetch that is under way needs no other turn; one that waits for its own is no reason to wait with it.
    let permit = fetches.isLoading(question) ? nil : try await turn(for: account, at: source, progress)
    defer { permit?.releaseIfUnused() }
    let loaded = try await fetches.load(
      question, progress: progress,
      Loader { [fetch] progress throws(Interruption) in
        // The fetch goes on for others when its first reader leaves, and so holds the permit itself.
        permit?.use()
        defer { permit?.release() }
        do {
          return .content(
            try await fetch(address, validators) { told in
              if let stage = told.stage(at: address.host) { progress(StateViews.Progress(stage)) }
            })
        } catch {
          throw .cancelled
        }
      })
    switch loaded {
    case .content(let outcome): return outcome
    case .empty: throw .cancelled
    }
  }

  /// The account's turn to fetch.
  private func turn(
    for account: AccountID, at source: Source, _ progress: @escaping @Sendable (StateViews.Progress) -> Void
  ) async throws(Interruption) -> Permit {
    let permit = await turns.permit(for: account, within: Self.queueing) { progress(StateViews.Progress("queued")) }
    if let permit { return permit }
    throw Task.isCancelled
      ? .cancelled
      : .failed(
        .noTurn(host: source.address.host, address: TaskFlow.address(after: .startedChangingAddress(of: source.id))))
  }

  private func keep(_ outcome: FetchOutcome, of source: Source, _ logger: Logger) async throws(Interruption) -> Source {
    let moment = now()
    let next = freshness.next(after: outcome, of: source, at: moment)
    do {
      let kept = try await store.record(outcome, of: source.id, from: source.address, at: moment, next: next)
      guard let kept else { throw Interruption.cancelled }
      if let trouble = kept.trouble {
        logger.info(
          "a list could not be fetched",
          metadata: ["source": "\(kept.id)", "host": "\(kept.address.host)", "failure": "\(trouble.failure)"])
      }
      return kept
    } catch let error as StoreError {
      throw .failed(StoreAccess(store: store, logger: logger).failure(error))
    } catch {
      throw .cancelled
    }
  }
}

/// A source as it was found: one for all who wait for the same fetch, by reference, for whoever waits has room for what they were
/// given and for what they will get.
final class KnownSource: Sendable {
  let source: Source

  init(_ source: Source) {
    self.source = source
  }
}

extension KnownSource {
  fileprivate var key: Refresher.Key { Refresher.Key(source: source.id, url: source.address.url) }
}

extension Refresher {
  fileprivate struct Key: Hashable, Sendable {
    let source: SourceID
    let url: String
  }

  /// What is asked of a source: those who ask the same get the same answer.
  private struct Question: Hashable, Sendable {
    let url: String
    let validators: Validators
  }
}
