import Foundation
import GRDB

/// Something that was written for a standby.
public enum Shipment: Hashable, Sendable {
  /// The database is as it was.
  case unchanged
  /// All pages, because there is no newer base, or a standby asked for one.
  case base(bytes: UInt64)
  /// The pages that have changed since the last shipment.
  case changes(pages: Int)
}

/// Writes the database of a store into a standby's folder: all pages first, and then those that have changed.
public actor StandbyShipper {
  private let store: TaskStore
  private let folder: StandbyFolder
  private let stream = Meta.newEpoch()
  private let leastBytes: UInt64
  private var shipped: ShippedSnapshot?

  /// - Parameter folder: the folder, which must exist whenever something is shipped.
  public init(_ store: TaskStore, into folder: String) {
    self.init(store, into: folder, leastBytes: 16 << 20)
  }

  /// - Parameter leastBytes: the size below which changes cost less than a new base.
  init(_ store: TaskStore, into folder: String, leastBytes: UInt64) {
    self.store = store
    self.folder = StandbyFolder(path: folder)
    self.leastBytes = leastBytes
  }

  /// Throws if a standby has taken over from the database at `path`. Without the folder that is unknown, and not an error.
  public static func requireTurn(of path: String, in folder: String) throws(StandbyProblem) {
    let folder = StandbyFolder(path: folder)
    guard let size = FileSize.bytes(of: path), size > 0 else { return }
    do {
      try folder.require()
      let newest = max(try folder.takenOver(), try folder.manifest()?.generation ?? 0)
      guard newest > 0 else { return }
      let queue = try DatabaseQueue(path: path, configuration: TaskStore.configuration(TaskStore.Settings()))
      let own = try queue.read { db in try Meta.isThere(db) ? try Meta.generation(db) : 0 }
      try queue.close()
      if newest > own { throw StandbyProblem.takenOver(folder.path) }
    } catch {
      let problem = StandbyProblem(error)
      if case .takenOver = problem { throw problem }
    }
  }

  /// Ships the database as it is now. What could not be shipped is contained in the next shipment.
  @discardableResult
  public func ship() async throws(StandbyProblem) -> Shipment {
    guard let files = store.files else { throw .failed("a database in memory") }
    guard await store.lookAtFiles() == .inPlace else { throw .source("it was moved or overwritten while it was open") }
    let shipping = Shipping(
      path: files.path, folder: folder, stream: stream, last: shipped, version: store.memory.version.current,
      now: Milliseconds(store.now()), leastBytes: leastBytes,
      freeBytes: store.settings.freeBytes)
    let (snapshot, shipment): (ShippedSnapshot, Shipment)
    do {
      (snapshot, shipment) = try await WorkThread.run { cancellation in
        try shipping.run(cancellation)
      }
    } catch {
      throw StandbyProblem(error)
    }
    shipped = snapshot
    store.healthState.shipped(at: Milliseconds(value: snapshot.manifest.checked).date)
    return shipment
  }
}

/// The snapshot that was shipped last.
struct ShippedSnapshot: Sendable {
  var manifest: StandbyManifest
  let pageSize: Int
  /// The digest of each page.
  let pages: [PageDigest]
  /// The value of ``DataVersion`` before the snapshot was taken.
  var version: Int64?
  /// The size of the newest base, and of the changes since.
  let baseBytes: UInt64
  let changedBytes: UInt64
  /// The number of the base before, from which changes are kept for a standby that is behind.
  let baseBefore: Int

  /// Whether reading the changes takes longer than reading a new base.
  func isLong(_ leastBytes: UInt64) -> Bool { changedBytes > max(baseBytes, leastBytes) }
}
