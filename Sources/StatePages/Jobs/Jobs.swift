public import StateViews
import Synchronization

import struct Foundation.Date

/// Runs the slow writes of forms: a form starts the work and is answered at once with a redirect, and the page that it leads to has a
/// region that waits for the work.
///
/// ```swift
/// // POST /bookings, whose hidden field "version" has jobs.version
/// let key = form.idempotencyKey(of: request)
/// try jobs.start(key, of: reader, booking(of: seats))
/// return Response.seeOther("/bookings/\(key)")
///
/// // GET /bookings/{key}
/// Region<BookingScreen>("booking", jobs.content(of: key, of: reader), retry: .post("/bookings/\(key)/retry"))
/// ```
///
/// | The reader | The work |
/// |---|---|
/// | sends the form twice, or reloads | runs once: both submissions have the same ``IdempotencyKey`` |
/// | leaves | goes on |
/// | comes back, or reloads the page of the job | is awaited, or its result is shown |
/// | presses retry after a failure | runs again |
/// | waits longer than `wait` | goes on; the region is in the state ``StateViews/Reason/stillRunning``, for a page that looks again |
///
/// Jobs are in memory: after a restart the page of a job fails as gone, and nothing is known of its work. Work that changes another
/// system passes its key on, so that the other system can tell a repetition. An owner sees and starts only its own jobs, and has a
/// limited number of them.
public final class Jobs<Owner: Hashable & Sendable, Content: Sendable>: Sendable {
  private struct ID: Hashable {
    let owner: Owner
    let key: IdempotencyKey
  }

  private struct Job {
    let key: IdempotencyKey
    /// Nil after a success: what the work holds on to is given back.
    var work: (any StatefulContent<Content>)?
    /// The result, and when it was reached; nil while the work runs.
    var end: (result: Result<Loaded<Content>, Interruption>, at: Duration)?
  }

  private let limit, perOwner: Int
  private let keptFor, wait: Duration
  private let clock: any Clock<Duration>
  private let elapsed: @Sendable () -> Duration
  private let loads = SharedLoads<ID, Content>()
  /// The jobs of each owner, oldest first.
  private let model = Mutex<[Owner: [Job]]>([:])
  /// Above those of an earlier process, which started fewer than a thousand jobs a second.
  private let versions = Atomic(Int(Date.now.timeIntervalSince1970) * 1000)

  /// Creates an instance without jobs.
  /// - Parameters:
  ///   - limit: the maximum number of running jobs of all owners.
  ///   - perOwner: the maximum number of jobs of an owner: running ones, and ended ones whose results are kept.
  ///   - keptFor: how long results are kept.
  ///   - wait: how long a page waits for a job, less than ``Pages/Patience/deadline``.
  ///   - clock: the time source.
  public init(
    limit: Int = 256, perOwner: Int = 16, keptFor: Duration = .seconds(600), wait: Duration = .seconds(25),
    clock: some Clock<Duration> = EventLoopClock()
  ) {
    self.limit = max(limit, 1)
    self.perOwner = max(perOwner, 1)
    (self.keptFor, self.wait, self.clock) = (keptFor, wait, clock)
    elapsed = clock.stopwatch()
  }

  /// The version of a form that starts jobs: it grows with each of them, so that the same text in a later form is another submission.
  public var version: Int { versions.load(ordering: .relaxed) }

  package var running: Int { loads.inFlight }

  /// Starts the work of a submission, unless this submission has started it before: then it goes on, or keeps its result. Work that
  /// failed runs again.
  /// - Parameters:
  ///   - key: the submission.
  ///   - owner: who sent it.
  ///   - work: the work. It is not cancelled when its readers leave, so it needs a time limit of its own.
  /// - Throws: ``StateViews/Failure`` of the kind `unavailable` with the reason `too-many-jobs`, if too many are running: of the owner, or
  ///   of all owners.
  public func start(
    _ key: IdempotencyKey, of owner: Owner, _ work: some StatefulContent<Content>
  ) throws(Failure) {
    let now = elapsed()
    let isStarted = model.withLock { model -> Bool? in
      dropOld(&model, now: now)
      var jobs = model[owner] ?? []
      if let index = jobs.firstIndex(where: { $0.key == key }) {
        switch jobs[index].end?.result {
        case .success, nil: return false
        case .failure: jobs.remove(at: index)
        }
      }
      guard loads.inFlight < limit else { return nil }
      if jobs.count >= perOwner {
        guard let oldest = jobs.firstIndex(where: { $0.end != nil }) else { return nil }
        jobs.remove(at: oldest)
      }
      jobs.append(Job(key: key, work: work))
      model[owner] = jobs
      return true
    }
    guard let isStarted else { throw Failure(.unavailable, "too-many-jobs", retry: .after(.seconds(5))) }
    guard isStarted else { return }
    versions.add(1, ordering: .relaxed)
    let id = ID(owner: owner, key: key)
    loads.start(id, work.onEnd { [weak self] in self?.end(id, $0) })
  }

  /// Runs the work of a failed job again; does nothing for any other.
  /// - Throws: see ``start(_:of:_:)``; gone, if there is no such job.
  public func retry(_ key: IdempotencyKey, of owner: Owner) throws(Failure) {
    guard let job = job(key, of: owner) else { throw Self.gone }
    if let work = job.work { try start(key, of: owner, work) }
  }

  /// How far a job has come.
  ///
  /// ```swift
  /// if jobs.stage(of: key, of: reader) == .running { return page(of: key) }
  /// ```
  public enum Stage: Hashable, Sendable {
    case running, failed, succeeded
  }

  /// How far a job of this owner has come; nil if there is no such job, or no longer.
  public func stage(of key: IdempotencyKey, of owner: Owner) -> Stage? {
    job(key, of: owner).map { job in
      switch job.end?.result {
      case nil: .running
      case .failure: .failed
      case .success: .succeeded
      }
    }
  }

  /// The content of the region that shows a job: the result, as soon as there is one.
  ///
  /// It fails as gone if there is no such job of this owner, and passes the progress of the work on.
  public func content(of key: IdempotencyKey, of owner: Owner) -> Loader<Content> {
    Loader { [self] progress throws(Interruption) in
      guard let job = job(key, of: owner) else { throw .failed(Self.gone) }
      if let end = job.end { return try end.result.get() }
      return try await ended(ID(owner: owner, key: key), progress)
    }
  }

  /// Waits for the end of a running job, no longer than `wait`.
  private func ended(
    _ id: ID, _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> Loaded<Content> {
    let result = Loader<Content> { [self] _ throws(Interruption) in
      // The job ended between the look at it and this load.
      guard let end = job(id.key, of: id.owner)?.end else { throw .cancelled }
      return try end.result.get()
    }
    do throws(Interruption) {
      return try await result.shared(as: id, in: loads).timeLimit(wait, clock: clock).load(progress: progress)
    } catch {
      guard error == .failed(Failure(.timedOut)), let job = job(id.key, of: id.owner), job.end == nil else {
        throw error
      }
      return .other(.stillRunning)
    }
  }

  private static var gone: Failure { Failure(.gone, "job-unknown") }

  private func job(_ key: IdempotencyKey, of owner: Owner) -> Job? {
    let now = elapsed()
    return model.withLock { model in
      dropOld(&model, now: now)
      return model[owner]?.first { $0.key == key }
    }
  }

  private func end(_ id: ID, _ result: Result<Loaded<Content>, Interruption>) {
    let now = elapsed()
    model.withLock { model in
      guard let index = model[id.owner]?.firstIndex(where: { $0.key == id.key }) else { return }
      model[id.owner]?[index].end = (result, now)
      if case .success = result { model[id.owner]?[index].work = nil }
    }
  }

  /// Drops the results that are too old, and the owners without jobs.
  private func dropOld(_ model: inout [Owner: [Job]], now: Duration) {
    for (owner, jobs) in model {
      let kept = jobs.filter { job in job.end.map { now - $0.at < keptFor } ?? true }
      if kept.count < jobs.count { model[owner] = kept.isEmpty ? nil : kept }
    }
  }
}

extension Reason {
  /// The state of a region that has waited for a running job: its screen declares it in ``Screen/otherStates``.
  public static let stillRunning: Reason = "still-running"
}
