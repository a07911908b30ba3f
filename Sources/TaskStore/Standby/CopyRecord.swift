import Foundation

/// The record of a standby's copy, in a file beside it: `fourfold.sqlite.standby`.
///
/// The copy is changed in steps that are repeated when a process is killed between them. The record says which.
struct CopyRecord: Codable, Hashable, Sendable {
  enum Phase: String, Codable {
    /// There is no copy yet.
    case empty
    /// The copy is the snapshot of this record.
    case complete
    /// The snapshot of this record is complete under a temporary name.
    case renaming
    /// The changes that lead to the snapshot of this record are complete in a file, and are being written into the copy.
    case applying
    /// The copy was checked, and becomes a database of its own.
    case takenOver
  }

  var format = PageFile.format
  var phase = Phase.empty
  /// The path of the standby's folder.
  var folder: String
  var stream = ""
  var generation = 0
  var number = 0
  var pageSize = 0
  var pageCount = 0
  var digest = PageDigest.none
  /// When the snapshot was taken, in milliseconds since 1970.
  var at: Int64 = 0
}

extension CopyRecord {
  /// The record of the snapshot that a page file leads to.
  init(_ header: PageFile.Header, _ digest: PageDigest, in folder: String, _ phase: Phase) {
    self.init(
      phase: phase, folder: folder, stream: header.stream, generation: header.generation, number: header.number,
      pageSize: header.pageSize, pageCount: header.pageCount, digest: digest, at: header.at)
  }
}

/// The files of a standby's copy: the database, its record, a lock, and the changes that are being applied.
struct CopyFiles: Hashable, Sendable {
  let path: String

  var record: String { path + ".standby" }
  var lock: String { path + ".standby-lock" }
  var changes: String { path + ".standby-changes" }

  /// Whether the database is a standby's copy.
  var isCopy: Bool { FileIdentity(of: record) != nil }

  /// Nil if there is none.
  func readRecord() throws(StandbyProblem) -> CopyRecord? {
    do {
      guard let data = try InputFile.content(of: record) else { return nil }
      let read = try JSONDecoder().decode(CopyRecord.self, from: data)
      guard read.format == PageFile.format else { throw StandbyProblem.strange(record) }
      return read
    } catch is DecodingError {
      throw .strange(record)
    } catch {
      throw StandbyProblem(error)
    }
  }

  func write(_ record: CopyRecord) throws(StandbyProblem) {
    do { try UnfinishedFile.write(try JSONEncoder().encode(record), to: self.record) } catch {
      throw StandbyProblem(error)
    }
  }

  /// Makes the copy a database of its own.
  func remove() throws(StandbyProblem) {
    unlink(changes)
    guard unlink(record) == 0 || errno == ENOENT else { throw .unwritable(record, Unavailable(fileError: errno)) }
    do { try UnfinishedFile.syncFolder(of: record) } catch { throw StandbyProblem(error) }
    unlink(lock)
  }
}

/// A lock that one process holds as long as it keeps or takes over a copy.
final class CopyLock: Sendable {
  private let descriptor: Int32

  init(_ files: CopyFiles) throws(StandbyProblem) {
    descriptor = open(files.lock, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(files.lock, Unavailable(fileError: errno)) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, FileIdentity(of: files.lock) == FileIdentity(of: descriptor)
    else { throw .followed(files.path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
