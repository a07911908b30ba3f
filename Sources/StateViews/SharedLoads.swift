/// Coalesces loads: at most one load per key runs at a time, however many readers request it.
///
/// ```swift
/// let loads = SharedLoads<Int, [String]>()
/// let shared = tasks.shared(as: 17, in: loads)
/// ```
///
/// Meant to live as long as the process. It holds loads only while they run: it is not a cache.
public final class SharedLoads<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  private let model = Lock(Model())

  /// Creates an instance without loads.
  public init() {}

  /// The number of running loads.
  public var inFlight: Int { model.withLock { $0.loads.count } }

  /// Joins the running load of `key`, or begins one.
  ///
  /// A reader that is cancelled leaves at once, and the load continues for the others. When the last reader leaves, the
  /// load is cancelled and removed, and the next reader begins a new one.
  /// - Parameters:
  ///   - key: identifies the content; equal keys must mean the same content.
  ///   - progress: receives progress in order; a reader that joins late receives the newest at once. May be called once
  ///     more after this method has returned.
  ///   - content: loads the content, if no load is running. It must not load the same key here in turn, which would
  ///     deadlock.
  /// - Throws: the error of the load, or ``Interruption/cancelled`` when the calling task was cancelled.
  public func load(
    _ key: Key, progress: @escaping @Sendable (Reason) -> Void = { _ in }, _ content: some StatefulContent<Content>
  ) async throws(Interruption) -> Loaded<Content> {
    let reader = model.withLock { $0.newId() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        join(key, as: reader, Reader(progress: progress, continuation: continuation), content)
      }
    } onCancel: {
      leave(key, as: reader)
    }
    return try result.get()
  }

  /// Begins a load of `key` that runs to its end, whether or not it has readers. A running load of `key` goes on as such a load.
  ///
  /// For work that must not be cancelled when its reader leaves.
  /// - Parameters:
  ///   - key: identifies the content.
  ///   - content: loads the content, if no load is running.
  public func start(_ key: Key, _ content: some StatefulContent<Content>) {
    model.withLock { model in
      if model.loads[key] == nil {
        let load = model.newId()
        model.loads[key] = Load(id: load, worker: work(on: load, of: key, content))
      }
      model.loads[key]?.needsNoReaders = true
    }
  }

  /// Cancels every running load: its readers throw ``Interruption/cancelled``. Later loads are not affected.
  public func cancelAll() {
    let abandoned = model.withLock { model in
      defer { model.loads = [:] }
      return Array(model.loads.values)
    }
    for load in abandoned {
      load.worker.cancel()
      for reader in load.readers.values { reader.continuation.resume(returning: .failure(.cancelled)) }
    }
  }

  private func join(_ key: Key, as id: Int, _ reader: Reader, _ content: some StatefulContent<Content>) {
    let hasJoined = model.withLock { model in
      // Under the lock: an earlier cancellation is seen here, and after a later one `leave` finds the reader.
      guard !Task.isCancelled else { return false }
      if model.loads[key] == nil {
        let load = model.newId()
        model.loads[key] = Load(id: load, worker: work(on: load, of: key, content))
      }
      model.loads[key]?.add(reader, as: id)
      return true
    }
    if hasJoined { report(key) } else { reader.continuation.resume(returning: .failure(.cancelled)) }
  }

  private func work(on load: Int, of key: Key, _ content: some StatefulContent<Content>) -> Task<Void, Never> {
    Task { [weak self] in
      do throws(Interruption) {
        let loaded = try await content.load { [weak self] progress in self?.progress(progress, in: load, of: key) }
        self?.end(load, of: key, .success(loaded))
      } catch {
        self?.end(load, of: key, .failure(error))
      }
    }
  }

  private func progress(_ progress: Reason, in load: Int, of key: Key) {
    let isWanted = model.withLock { model in
      guard model.loads[key]?.id == load else { return false }
      model.loads[key]?.report(progress)
      return true
    }
    if isWanted { report(key) }
  }

  /// Delivers the newest progress to all readers that have not received it. One thread at a time delivers for a load,
  /// until nothing is left to deliver. So no reader receives older progress after newer, and none is called under the
  /// lock.
  private func report(_ key: Key) {
    guard let load = model.withLock({ $0.beginReporting(key) }) else { return }
    while let (progress, readers) = model.withLock({ $0.nextToReport(key, in: load) }) {
      for reader in readers { reader.progress(progress) }
    }
  }

  private func end(_ load: Int, of key: Key, _ result: Result<Loaded<Content>, Interruption>) {
    let readers = model.withLock { model -> [Reader] in
      guard let ended = model.loads[key], ended.id == load else { return [] }
      model.loads[key] = nil
      return Array(ended.readers.values)
    }
    for reader in readers { reader.continuation.resume(returning: result) }
  }

  private func leave(_ key: Key, as id: Int) {
    let (reader, abandoned) = model.withLock { model -> (Reader?, Load?) in
      guard let reader = model.loads[key]?.remove(id) else { return (nil, nil) }
      guard let load = model.loads[key], load.readers.isEmpty, !load.needsNoReaders else { return (reader, nil) }
      model.loads[key] = nil
      return (reader, load)
    }
    abandoned?.worker.cancel()
    reader?.continuation.resume(returning: .failure(.cancelled))
  }
}

extension SharedLoads {
  private struct Reader: Sendable {
    let progress: @Sendable (Reason) -> Void
    let continuation: CheckedContinuation<Result<Loaded<Content>, Interruption>, Never>
  }

  private struct Load: Sendable {
    let id: Int
    let worker: Task<Void, Never>
    private(set) var readers: [Int: Reader] = [:]
    private(set) var progress: Reason?
    /// The readers that have not received the newest progress. When one joins late, only that one is visited.
    private var pending: [Int] = []
    var isReporting = false
    /// Whether it goes on without readers.
    var needsNoReaders = false

    init(id: Int, worker: Task<Void, Never>) {
      self.id = id
      self.worker = worker
    }

    mutating func add(_ reader: Reader, as id: Int) {
      readers[id] = reader
      if progress != nil { pending.append(id) }
    }

    mutating func remove(_ id: Int) -> Reader? { readers.removeValue(forKey: id) }

    mutating func report(_ progress: Reason) {
      self.progress = progress
      pending = Array(readers.keys)
    }

    mutating func takePending() -> [Reader] {
      defer { pending = [] }
      return pending.compactMap { readers[$0] }
    }
  }

  private struct Model: Sendable {
    var loads: [Key: Load] = [:]
    private var newest = 0

    mutating func newId() -> Int {
      newest += 1
      return newest
    }

    mutating func beginReporting(_ key: Key) -> Int? {
      guard let load = loads[key], load.progress != nil, !load.isReporting else { return nil }
      loads[key]?.isReporting = true
      return load.id
    }

    /// The newest progress and its pending readers; ends the delivery when there are none.
    mutating func nextToReport(_ key: Key, in id: Int) -> (Reason, [Reader])? {
      guard loads[key]?.id == id else { return nil }
      guard let progress = loads[key]?.progress, let readers = loads[key]?.takePending(), !readers.isEmpty else {
        loads[key]?.isReporting = false
        return nil
      }
      return (progress, readers)
    }
  }
}

extension StatefulContent {
  /// The content, with concurrent loads under `key` coalesced by `loads`.
  public func shared<Key>(as key: Key, in loads: SharedLoads<Key, Content>) -> Loader<Content> {
    Loader { progress throws(Interruption) in try await loads.load(key, progress: progress, self) }
  }
}
