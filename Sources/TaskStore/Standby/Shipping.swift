import Foundation
import GRDB

/// One shipment, on a thread of its own.
struct Shipping {
  let path: String
  let folder: StandbyFolder
  let stream: String
  let last: ShippedSnapshot?
  let version: Int64?
  let now: Milliseconds
  /// The size below which changes cost less than a new base.
  let leastBytes: UInt64
  /// Returns the room beside a file.
  let freeBytes: @Sendable (String) -> UInt64?

  func run(_ cancellation: WorkCancellation) throws -> (ShippedSnapshot, Shipment) {
    let found = try folder.manifest()
    var last = last
    if let before = last {
      if let found, found.stream != stream { throw StandbyProblem.folderInUse(folder.path) }
      if try folder.takenOver() > before.manifest.generation { throw StandbyProblem.takenOver(folder.path) }
      // The folder was emptied.
      if found == nil || !folder.has(name(before.manifest.base, .base)) { last = nil }
    }
    let isBaseWanted = folder.isBaseWanted
    if let before = last, !isBaseWanted, version != nil, version == before.version {
      return (try confirm(before), .unchanged)
    }
    let spool = try PageSpool(at: path + ".shipping", freeBytes: freeBytes)
    defer { spool.abandon() }
    return try ship(
      after: last, found, needsBase: isBaseWanted || last?.isLong(leastBytes) ?? true, spool, cancellation)
  }

  private func name(_ number: Int, _ kind: PageFile.Kind) -> PageFileName {
    PageFileName(stream: stream, number: number, kind: kind)
  }

  /// Tells the standby that nothing has changed.
  private func confirm(_ snapshot: ShippedSnapshot) throws -> ShippedSnapshot {
    var snapshot = snapshot
    snapshot.manifest.checked = now.value
    snapshot.version = version
    try folder.write(snapshot.manifest)
    return snapshot
  }

  /// A base is written while the pages are read, and changes after that: only then is known how many they are.
  private func ship(
    after last: ShippedSnapshot?, _ found: StandbyManifest?, needsBase: Bool, _ spool: PageSpool,
    _ cancellation: WorkCancellation
  ) throws -> (ShippedSnapshot, Shipment) {
    // Also after the last shipment was withdrawn.
    let number = (self.last?.manifest.newest ?? 0) + 1
    var base: (file: UnfinishedFile, writer: PageFileWriter)?
    defer { base?.file.abandon() }
    var (before, pages) = ([PageDigest](), [PageDigest]())
    var generation = 0
    func header(_ kind: PageFile.Kind, _ extent: SnapshotPages.Extent, _ pages: Int) -> PageFile.Header {
      PageFile.Header(
        kind: kind, stream: stream, number: number, generation: generation, pageSize: extent.pageSize,
        pageCount: extent.pageCount, pages: pages, before: kind == .base ? .none : last?.manifest.digest ?? .none,
        at: now.value)
    }
    let source = try DatabaseQueue(path: path, configuration: TaskStore.configuration(TaskStore.Settings()))
    let extent = try SnapshotPages(cancellation: cancellation).read(of: source) { db, extent in
      try Schema.requireMark(db, path)
      generation = try Meta.generation(db)
      if max(found?.generation ?? 0, try folder.takenOver()) > generation {
        throw StandbyProblem.takenOver(folder.path)
      }
      if let last, last.pageSize == extent.pageSize { before = last.pages }
      if needsBase || before.isEmpty {
        let file = try UnfinishedFile(for: folder.file(name(number, .base)))
        base = (file, try PageFileWriter(header(.base, extent, extent.pageCount), to: file))
      }
      pages = Array(repeating: .none, count: extent.pageCount)
      return { number, content in
        let digest = PageDigest(of: number, content)
        let index = Int(number) - 1
        pages[index] = digest
        try base?.writer.append(number, content)
        if !before.isEmpty, index >= before.count || before[index] != digest { try spool.append(number, content) }
      }
    }
    try source.close()
    if let last, base == nil, spool.pages == 0, last.pages.count == pages.count {
      return (try confirm(last), .unchanged)
    }
    let total = pages.reduce(into: PageDigest.none) { $0.toggle($1) }
    var changedBytes: UInt64 = 0
    if !before.isEmpty {
      let file = try UnfinishedFile(for: folder.file(name(number, .changes)))
      defer { file.abandon() }
      let changes = try PageFileWriter(header(.changes, extent, spool.pages), to: file)
      try spool.write(to: changes)
      changedBytes = try finish(changes, total, file)
    }
    let baseBytes = try base.map { try finish($0.writer, total, $0.file) }
    let snapshot = ShippedSnapshot(
      manifest: StandbyManifest(
        stream: stream, generation: generation, base: baseBytes == nil ? last?.manifest.base ?? number : number,
        newest: number, digest: total, at: now.value, checked: now.value),
      pageSize: extent.pageSize, pages: pages, version: version, baseBytes: baseBytes ?? last?.baseBytes ?? 0,
      changedBytes: baseBytes == nil ? (last?.changedBytes ?? 0) + changedBytes : 0,
      baseBefore: baseBytes == nil ? last?.baseBefore ?? number : last?.manifest.base ?? number)
    try folder.write(snapshot.manifest)
    guard let baseBytes else { return (snapshot, .changes(pages: spool.pages)) }
    folder.answerRequest()
    removeOld(snapshot)
    return (snapshot, .base(bytes: baseBytes))
  }

  /// Gives a page file its name, durably. Returns its size.
  private func finish(_ writer: PageFileWriter, _ digest: PageDigest, _ file: UnfinishedFile) throws -> UInt64 {
    try writer.finish(digest)
    let bytes = file.bytes
    try file.finish(replacing: true)
    return bytes
  }

  /// Keeps the newest base, and the changes since the base before it: a standby that is not far behind needs no base.
  private func removeOld(_ snapshot: ShippedSnapshot) {
    let (base, before) = (snapshot.manifest.base, snapshot.baseBefore)
    folder.removeFiles { name in
      switch name.kind {
      case .base: name.stream == stream && name.number == base
      case .changes: name.stream == stream && name.number > before
      }
    }
  }
}
