import Foundation

/// A standby's copy of a database, locked against other processes: those that follow, and those that open it through SQLite.
///
/// A change is first stored beside the copy, complete and verified, then named in the record, then written into the copy. It can
/// be written again from any point, because it consists of whole pages. So a process that is killed leaves either the former
/// snapshot, or everything that the next process needs to make the new one.
final class StandbyCopy {
  /// A step after which a process may be killed.
  enum Step: Hashable, CaseIterable {
    case storedChanges, recordedChanges, wrotePage, wrotePages, completedChanges
    case wroteBase, recordedBase, renamedBase, completedBase
  }

  let files: CopyFiles
  private(set) var record: CopyRecord
  /// Whether the copy is known to be as it was left. While it is locked it stays so.
  private var isVerified = false
  private let lock: CopyLock
  /// Nil while there is no copy.
  private var database: FileLock?
  /// Called after each step; an error ends the process in tests.
  var after: (Step) throws -> Void = { _ in }

  /// Opens a copy, or begins an empty one, and finishes the step that was interrupted.
  /// - Throws: ``StandbyProblem``.
  init(_ files: CopyFiles, folder: String) throws {
    self.files = files
    lock = try CopyLock(files)
    if let found = try files.readRecord() {
      record = found
      guard found.phase != .takenOver else { throw StandbyProblem.isTakenOver(files.path) }
      record.folder = folder
    } else {
      for ending in [""] + DatabaseFiles.companions where FileSize.bytes(of: files.path + ending) != nil {
        throw StandbyProblem.notACopy(files.path)
      }
      record = CopyRecord(folder: folder)
      try files.write(record)
    }
    try resume()
  }

  /// The same without a folder, to take the copy over. In phase ``CopyRecord/Phase/takenOver`` nothing is locked or finished.
  init(takingOver files: CopyFiles, _ found: CopyRecord) throws {
    self.files = files
    lock = try CopyLock(files)
    record = found
    if found.phase != .takenOver { try resume() }
  }

  /// Finishes a step that was interrupted.
  func resume() throws {
    switch record.phase {
    case .empty, .takenOver: return
    case .complete: break
    case .renaming:
      // Otherwise it has its name already.
      if FileIdentity(of: files.path + UnfinishedFile.suffix) != nil {
        try removeCompanions()
        guard rename(files.path + UnfinishedFile.suffix, files.path) == 0 else {
          throw StandbyProblem.unwritable(files.path, Unavailable(fileError: errno))
        }
      }
      try UnfinishedFile.syncFolder(of: files.path)
      try save(.complete)
    case .applying:
      try lockDatabase()
      try write(
        try PageFileReader(files.changes, PageFileName(stream: record.stream, number: record.number, kind: .changes)))
    }
    try lockDatabase()
  }

  private func save(_ new: CopyRecord) throws {
    try files.write(new)
    record = new
  }

  private func save(_ phase: CopyRecord.Phase) throws {
    var new = record
    new.phase = phase
    try save(new)
  }

  private func lockDatabase() throws {
    if database != nil { return }
    guard FileIdentity(of: files.path) != nil else { return }
    database = try FileLock(of: files.path)
  }

  /// Whether the copy is exactly the snapshot of its record. Reads all of it.
  func isIntact() throws -> Bool {
    guard record.phase == .complete, let database, FileSize.bytes(of: files.path + "-wal") ?? 0 == 0,
      FileSize.bytes(of: files.path) == UInt64(record.pageSize * record.pageCount)
    else { return false }
    var digest = PageDigest.none
    for index in 0..<record.pageCount {
      digest.toggle(try self.digest(of: UInt32(index + 1), in: database))
    }
    isVerified = digest == record.digest
    return isVerified
  }

  private func digest(of number: UInt32, in database: FileLock) throws -> PageDigest {
    let offset = (Int(number) - 1) * record.pageSize
    let content: [UInt8]
    do { content = try FilePlace.read(database.descriptor, at: offset, count: record.pageSize) } catch {
      throw StandbyProblem.unreadable(files.path, Unavailable(fileError: error.code))
    }
    return content.withUnsafeBytes { PageDigest(of: number, $0) }
  }

  /// Unlocks the database, for SQLite to open it.
  func unlockDatabase() {
    database = nil
  }

  // MARK: Changes

  /// Applies a file of changes to the copy.
  /// - Throws: ``PageFileFault`` if the file cannot be used; ``PageFileFault/other`` if it does not continue from the copy.
  func apply(_ name: PageFileName, at path: String) throws {
    guard record.phase == .complete, let database else { throw PageFileFault.other }
    try store(path)
    let reader = try PageFileReader(files.changes, name)
    let header = reader.header
    guard header.before == record.digest, header.pageSize == record.pageSize, name.number == record.number + 1 else {
      throw PageFileFault.other
    }
    var digest = record.digest
    while let page = try reader.next() {
      if page.number <= record.pageCount { digest.toggle(try self.digest(of: page.number, in: database)) }
      page.content.withUnsafeBytes { digest.toggle(PageDigest(of: page.number, $0)) }
    }
    for removed in stride(from: header.pageCount + 1, through: record.pageCount, by: 1) {
      digest.toggle(try self.digest(of: UInt32(removed), in: database))
    }
    guard digest == reader.digest else { throw PageFileFault.other }
    try save(CopyRecord(header, digest, in: record.folder, .applying))
    try after(.recordedChanges)
    try write(try PageFileReader(files.changes, name))
  }

  private func store(_ path: String) throws {
    let input = try InputFile.pages(path)
    let file = try UnfinishedFile(for: files.changes)
    do {
      var block = [UInt8](repeating: 0, count: 1 << 20)
      while true {
        let count = try block.withUnsafeMutableBytes { try input.read(into: $0) }
        if count == 0 { break }
        try block.withUnsafeBytes { try file.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
      try file.finish(replacing: true)
    } catch {
      file.abandon()
      throw error
    }
    try after(.storedChanges)
  }

  /// Writes the pages of verified changes into the copy, and completes the record.
  private func write(_ changes: PageFileReader) throws {
    guard let database else { throw StandbyProblem.changed(files.path) }
    do {
      while let page = try changes.next() {
        try FilePlace.write(page.content, to: database.descriptor, at: (Int(page.number) - 1) * record.pageSize)
        try after(.wrotePage)
      }
    } catch let problem as InputProblem where problem.path.isEmpty {
      throw StandbyProblem.unwritable(files.path, Unavailable(fileError: problem.code))
    }
    guard ftruncate(database.descriptor, off_t(record.pageCount * record.pageSize)) == 0,
      fsync(database.descriptor) == 0
    else { throw StandbyProblem.unwritable(files.path, Unavailable(fileError: errno)) }
    try after(.wrotePages)
    try save(.complete)
    try after(.completedChanges)
    unlink(files.changes)
  }

  // MARK: Bases

  /// Replaces the copy by a base. Returns its size.
  /// - Throws: ``PageFileFault`` if the file cannot be used.
  func load(_ name: PageFileName, at path: String) throws -> UInt64 {
    // The file is closed before its lock is taken.
    let bytes = try replace(by: try PageFileReader(path, name))
    isVerified = true
    try lockDatabase()
    return bytes
  }

  private func replace(by base: PageFileReader) throws -> UInt64 {
    let file = try UnfinishedFile(for: files.path)
    do {
      let digest = try write(base, into: file)
      try file.sync()
      try after(.wroteBase)
      // A copy that another program changed may contain what is nowhere else.
      if record.phase == .complete, try !isVerified && !isIntact() { try forget() }
      try save(CopyRecord(base.header, digest, in: record.folder, .renaming))
    } catch {
      file.abandon()
      throw error
    }
    try after(.recordedBase)
    try removeCompanions()
    database = nil
    let bytes = file.bytes
    try file.finish(replacing: true)
    try after(.renamedBase)
    try save(.complete)
    try after(.completedBase)
    return bytes
  }

  /// Writes all pages. Returns their digest.
  private func write(_ base: PageFileReader, into file: UnfinishedFile) throws -> PageDigest {
    let header = base.header
    var (digest, count) = (PageDigest.none, 0)
    while let page = try base.next() {
      do {
        try FilePlace.write(page.content, to: file.descriptor, at: (Int(page.number) - 1) * header.pageSize)
      } catch {
        throw StandbyProblem.unwritable(files.path, Unavailable(fileError: error.code))
      }
      page.content.withUnsafeBytes { digest.toggle(PageDigest(of: page.number, $0)) }
      count += 1
    }
    guard count == header.pageCount, digest == base.digest else { throw PageFileFault.torn }
    return digest
  }

  /// Moves a copy away that is not as it was left, and begins an empty one.
  func forget() throws {
    let aside = "\(files.path).replaced-\(FileTime.text(of: Date()))"
    for ending in ["", "-wal"] {
      guard rename(files.path + ending, aside + ending) == 0 || errno == ENOENT else {
        throw StandbyProblem.unwritable(aside + ending, Unavailable(fileError: errno))
      }
    }
    database = nil
    var empty = CopyRecord(folder: record.folder)
    empty.generation = record.generation
    try save(empty)
  }

  /// Removes the log of the former copy, which SQLite would apply to the new one.
  private func removeCompanions() throws {
    for companion in DatabaseFiles.companions {
      guard unlink(files.path + companion) == 0 || errno == ENOENT else {
        throw StandbyProblem.unwritable(files.path + companion, Unavailable(fileError: errno))
      }
    }
  }
}
