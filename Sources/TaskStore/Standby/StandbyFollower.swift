public import Foundation
import Synchronization

/// How far a standby is.
public enum FollowState: Hashable, Sendable {
  /// The copy has everything that is in the folder, and was as the database at this time.
  case upToDate(asOf: Date)
  /// The copy cannot continue. It is as the database was at this time; nil if nothing has arrived.
  case waiting(FollowWait, asOf: Date?)
}

/// Why a standby cannot continue.
public enum FollowWait: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder, or its content, is not there yet, or cannot be used.
  case folder(StandbyProblem)
  /// No server has written to the folder yet.
  case nothing
  /// A file of the folder is not there yet.
  case missing(String)
  /// A file of the folder is incomplete or damaged.
  case torn(String)
  /// The folder is written by a server that another one has taken over from.
  case formerServer
  /// The copy cannot be written.
  case copy(StandbyProblem)

  /// The reason, and the remedy if there is one.
  public var description: String {
    switch self {
    case .folder(let problem), .copy(let problem): problem.description
    case .nothing: "No server has written to the folder yet: is it started with --standby-folder?"
    case .missing(let name): "\(name) has not arrived."
    case .torn(let name): "\(name) is incomplete or damaged."
    case .formerServer: "The folder is written by a server from which a standby has taken over."
    }
  }
}

/// What a standby has done.
public enum FollowEvent: Hashable, Sendable {
  /// It has replaced the copy by a base.
  case loaded(bytes: UInt64, asOf: Date)
  /// It has applied changes.
  case applied(files: Int, asOf: Date)
  /// It has asked the server for a new base.
  case requestedBase
  /// The copy was not as it was left, and is loaded anew. The changed one is kept.
  case foundChanged
}

/// Keeps a copy of a database like the newest snapshot in a standby's folder.
public final class StandbyFollower: Sendable {
  private struct Work {
    let copy: StandbyCopy
    var wait: (what: FollowWait, since: ContinuousClock.Instant)?
    var hasAsked = false
    /// The base from which the changes did not continue.
    var failed: PageFileName?
  }

  private let folder: StandbyFolder
  private let work: Mutex<Work>
  private let patience: Duration
  private let tell: @Sendable (FollowEvent) -> Void

  /// Opens the copy, which is begun if there is none.
  /// - Parameters:
  ///   - patience: how long a file may be on its way before the standby asks for a base.
  ///   - tell: receives what is done, on another thread.
  public init(
    of folder: String, into path: String, patience: Duration = .seconds(30),
    tell: @escaping @Sendable (FollowEvent) -> Void = { _ in }
  ) throws(StandbyProblem) {
    self.folder = StandbyFolder(path: folder)
    (self.patience, self.tell) = (patience, tell)
    do {
      try TaskStore.makeFolder(for: path)
      work = Mutex(Work(copy: try StandbyCopy(CopyFiles(path: path), folder: folder)))
    } catch {
      throw StandbyProblem(error)
    }
  }

  /// Ends each step that `body` throws in, as a signal would. For tests.
  func interrupt(_ body: @escaping @Sendable (StandbyCopy.Step) throws -> Void) {
    work.withLock { $0.copy.after = body }
  }

  /// Checks that the copy is as it was left. If not, it is loaded anew.
  public func verify() async throws(StandbyProblem) {
    try await run { [self] work in
      if work.copy.record.phase == .complete, try !work.copy.isIntact() {
        tell(.foundChanged)
        try work.copy.forget()
      }
    }
  }

  /// Applies what has arrived.
  /// - Throws: only what waiting does not change.
  public func step() async throws(StandbyProblem) -> FollowState {
    try await run { [self] work in
      let before = work.copy.record
      let reached: Result<StandbyManifest, FollowWait>
      do { reached = .success(try advance(&work)) } catch let wait as FollowWait { reached = .failure(wait) } catch {
        reached = .failure(.copy(StandbyProblem(error)))
      }
      let record = work.copy.record
      if record.stream == before.stream, record.number > before.number, before.phase == .complete {
        tell(.applied(files: record.number - before.number, asOf: Milliseconds(value: record.at).date))
      }
      return state(reached, &work)
    }
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (inout Work) throws -> Value
  ) async throws(StandbyProblem) -> Value {
    do {
      return try await WorkThread.run { [self] _ in try work.withLock { try body(&$0) } }
    } catch {
      throw StandbyProblem(error)
    }
  }

  private func state(_ reached: Result<StandbyManifest, FollowWait>, _ work: inout Work) -> FollowState {
    let record = work.copy.record
    switch reached {
    case .success(let manifest):
      (work.wait, work.hasAsked) = (nil, false)
      let isNewest = manifest.newest == record.number
      return .upToDate(asOf: Milliseconds(value: isNewest ? max(manifest.checked, record.at) : record.at).date)
    case .failure(let wait):
      let since = work.wait?.what == wait ? work.wait?.since ?? .now : .now
      work.wait = (wait, since)
      switch wait {
      case .missing, .torn:
        if !work.hasAsked, ContinuousClock.now - since >= patience { ask(&work) }
      case .folder, .nothing, .formerServer, .copy: break
      }
      return .waiting(wait, asOf: record.phase == .empty ? nil : Milliseconds(value: record.at).date)
    }
  }

  /// Asks for a base. A folder that only a file copier fills cannot pass that on; then the next base comes by itself.
  private func ask(_ work: inout Work) {
    do throws(StandbyProblem) {
      try folder.requestBase()
      work.hasAsked = true
      tell(.requestedBase)
    } catch {}
  }

  /// Returns the manifest whose newest snapshot the copy is.
  /// - Throws: ``FollowWait``, or why the copy cannot be changed.
  private func advance(_ work: inout Work) throws -> StandbyManifest {
    try work.copy.resume()
    let manifest: StandbyManifest?
    do throws(StandbyProblem) { manifest = try folder.manifest() } catch { throw FollowWait.folder(error) }
    guard let manifest else { throw FollowWait.nothing }
    guard manifest.generation >= work.copy.record.generation else { throw FollowWait.formerServer }
    let isContinued = work.copy.record.phase == .complete && work.copy.record.stream == manifest.stream
    if isContinued, try applyChanges(manifest, &work) { return manifest }
    let base = PageFileName(stream: manifest.stream, number: manifest.base, kind: .base)
    if work.failed != base {
      try load(base, &work)
      if try applyChanges(manifest, &work) { return manifest }
      (work.failed, work.hasAsked) = (base, false)
    }
    throw FollowWait.torn(base.text)
  }

  /// Applies the changes up to the newest snapshot. Returns false if the copy needs a base.
  private func applyChanges(_ manifest: StandbyManifest, _ work: inout Work) throws -> Bool {
    while work.copy.record.number < manifest.newest {
      let number = work.copy.record.number + 1
      let name = PageFileName(stream: manifest.stream, number: number, kind: .changes)
      do {
        try work.copy.apply(name, at: folder.file(name))
      } catch PageFileFault.missing where number <= manifest.base {
        return false
      } catch PageFileFault.missing {
        throw FollowWait.missing(name.text)
      } catch PageFileFault.torn {
        if number <= manifest.base { return false }
        throw FollowWait.torn(name.text)
      } catch PageFileFault.other {
        return false
      } catch let problem as InputProblem {
        throw FollowWait.folder(StandbyProblem(problem))
      }
    }
    return true
  }

  private func load(_ name: PageFileName, _ work: inout Work) throws {
    do {
      let bytes = try work.copy.load(name, at: folder.file(name))
      tell(.loaded(bytes: bytes, asOf: Milliseconds(value: work.copy.record.at).date))
    } catch PageFileFault.missing {
      throw FollowWait.missing(name.text)
    } catch is PageFileFault {
      throw FollowWait.torn(name.text)
    } catch let problem as InputProblem {
      throw FollowWait.folder(StandbyProblem(problem))
    }
  }
}
