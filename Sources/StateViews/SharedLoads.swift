import Synchronization

/// Loads of which at most one runs for a key at any time, however many ask for it: ten readers, one fetch.
///
/// Keep one for as long as the process lives. It holds loads only while they run: it is no cache.
public final class SharedLoads<Key: Hashable & Sendable, Content: Sendable>: Sendable {
  private let model = Mutex(Model())

  /// No loads yet.
  public init() {}

  /// How many loads are under way.
  public var inFlight: Int { model.withLock { $0.loads.count } }

  /// Whether a load of `key` is under way.
  public func isLoading(_ key: Key) -> Bool { model.withLock { $0.loads[key] != nil } }

  /// Joins the load of `key` that is under way, or else begins one.
  ///
  /// A reader who is cancelled leaves at once, and the load goes on for the others. When the last one leaves, the load
  /// is cancelled and forgotten: whoever comes next begins a fresh one.
  /// - Parameters:
  ///   - key: what is loaded; readers with equal keys must want the same thing.
  ///   - progress: told how far the load is, in order; who joins late is told the newest at once. It may be told once
  ///     more after this has returned.
  ///   - content: loads it, if nobody does yet. It must not load the same key here in turn, which would wait for
  ///     itself.
  /// - Throws: what the load throws, or ``Interruption/cancelled`` when the calling task was cancelled.
  public func load(
    _ key: Key, progress: @escaping @Sendable (Progress) -> Void = { _ in }, _ content: some StatefulContent<Content>
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

  /// Cancels every load under way: its readers are told ``Interruption/cancelled``. Loads begun later are not concerned.
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
      // Under the lock: a cancellation comes before this and is seen here, or after it and finds the reader in `leave`.
      guard !Task.isCancelled else { return false }
      if model.loads[key] == nil {
        let load = model.newId()
        model.loads[key] = Load(id: load, worker: work(on: load, of: key, content))
      }
      model.loads[key]?.add(reader, as: id)
      return true
    }
    if hasJoined {
      tell(key)
    } else {
      reader.continuation.resume(returning: .failure(.cancelled))
    }
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

  private func progress(_ progress: Progress, in load: Int, of key: Key) {
    let isWanted = model.withLock { model in
      guard model.loads[key]?.id == load else { return false }
      model.loads[key]?.tells(progress)
      return true
    }
    if isWanted { tell(key) }
  }

  /// Tells the newest progress to all readers who don't know it. One thread at a time does so for a load, and goes on
  /// until there is nothing left to tell: so no reader hears of an older progress after a newer one, and none is called
  /// under the lock.
  private func tell(_ key: Key) {
    guard let load = model.withLock({ $0.beginTelling(key) }) else { return }
    while let (progress, readers) = model.withLock({ $0.nextToTell(key, in: load) }) {
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
      guard let load = model.loads[key], load.readers.isEmpty else { return (reader, nil) }
      model.loads[key] = nil
      return (reader, load)
    }
    abandoned?.worker.cancel()
    reader?.continuation.resume(returning: .failure(.cancelled))
  }
}

extension SharedLoads {
  private struct Reader: Sendable {
    let progress: @Sendable (Progress) -> Void
    let continuation: CheckedContinuation<Result<Loaded<Content>, Interruption>, Never>
  }

  private struct Load: Sendable {
    let id: Int
    let worker: Task<Void, Never>
    private(set) var readers: [Int: Reader] = [:]
    private(set) var progress: Progress?
    /// Who doesn't know the newest progress. Of a thousand readers only the one who has just come, so the others are not asked.
    private var untold: [Int] = []
    var isTelling = false

    init(id: Int, worker: Task<Void, Never>) {
      self.id = id
      self.worker = worker
    }

    mutating func add(_ reader: Reader, as id: Int) {
      readers[id] = reader
      if progress != nil { untold.append(id) }
    }

    mutating func remove(_ id: Int) -> Reader? {
      readers.removeValue(forKey: id)
    }

    mutating func tells(_ progress: Progress) {
      self.progress = progress
      untold = Array(readers.keys)
    }

    mutating func takeUntold() -> [Reader] {
      defer { untold = [] }
      return untold.compactMap { readers[$0] }
    }
  }

  private struct Model: Sendable {
    var loads: [Key: Load] = [:]
    private var newest = 0

    mutating func newId() -> Int {
      newest += 1
      return newest
    }

    mutating func beginTelling(_ key: Key) -> Int? {
      guard let load = loads[key], load.progress != nil, !load.isTelling else { return nil }
      loads[key]?.isTelling = true
      return load.id
    }

    /// The newest progress, and who doesn't know it yet; ends the telling when that is nobody.
    mutating func nextToTell(_ key: Key, in id: Int) -> (Progress, [Reader])? {
      guard loads[key]?.id == id else { return nil }
      guard let progress = loads[key]?.progress, let readers = loads[key]?.takeUntold(), !readers.isEmpty else {
        loads[key]?.isTelling = false
        return nil
      }
      return (progress, readers)
    }
  }
}

extension StatefulContent {
  /// The same content, loaded at most once at a time for all who load it as `key` in `loads`.
  public func shared<Key>(as key: Key, in loads: SharedLoads<Key, Content>) -> some StatefulContent<Content> {
    SharedContent(content: self, key: key, loads: loads)
  }
}

private struct SharedContent<Base: StatefulContent, Key: Hashable & Sendable>: StatefulContent {
  let content: Base
  let key: Key
  let loads: SharedLoads<Key, Base.Content>

  func load(progress: @escaping @Sendable (Progress) -> Void) async throws(Interruption) -> Loaded<Base.Content> {
    try await loads.load(key, progress: progress, content)
  }
}
