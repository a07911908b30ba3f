import Foundation
import GRDBSQLite
import Synchronization

/// The target of a copy that is stored nowhere: receives each page that SQLite writes into it.
///
/// SQLite writes the target through a VFS of its own, whose files consist of their size and their first page. Only that page is
/// read back and written twice: its counters change when the copy ends.
final class PageReceiver {
  typealias Receive = (_ number: UInt32, _ content: UnsafeRawBufferPointer) throws -> Void

  private let pageSize: Int
  private let receive: Receive
  private var size = 0
  private var first: [UInt8] = []
  private var isReceived: [Bool] = []
  /// Why a page could not be received.
  private(set) var failure: (any Error)?

  init(pageSize: Int, _ receive: @escaping Receive) {
    (self.pageSize, self.receive) = (pageSize, receive)
  }

  /// Runs `body` with a connection to the target.
  func withTarget<Value>(_ body: (OpaquePointer) throws -> Value) throws -> Value {
    let name = PageReceiverVFS.register(self)
    defer { PageReceiverVFS.remove(name) }
    var target: OpaquePointer?
    defer { sqlite3_close(target) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    var code = sqlite3_open_v2(name, &target, flags, PageReceiverVFS.name)
    if code == SQLITE_OK {
      code = sqlite3_exec(target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nil, nil, nil)
    }
    guard code == SQLITE_OK, let target else { throw StoreError.internal("no target for pages: code \(code)") }
    return try body(target)
  }

  /// Receives the first page, which is complete once the copy has ended.
  /// - Returns: the number of pages.
  func finish() throws -> Int {
    guard size > 0, first.count == pageSize, !isReceived.dropFirst().contains(false) else {
      throw StoreError.internal("a copy of \(size) bytes lacks pages")
    }
    try first.withUnsafeBytes { try receive(1, $0) }
    return size / pageSize
  }

  // MARK: The file

  fileprivate func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
    if failure != nil { return SQLITE_FULL }
    guard bytes.count == pageSize, offset.isMultiple(of: pageSize) else {
      return fail(StoreError.internal("SQLite wrote \(bytes.count) bytes at \(offset)"))
    }
    let index = offset / pageSize
    size = max(size, offset + bytes.count)
    while isReceived.count <= index { isReceived.append(false) }
    if index == 0 {
      first = Array(bytes)
    } else if isReceived[index] {
      return fail(StoreError.internal("SQLite wrote page \(index + 1) twice"))
    } else {
      do { try receive(UInt32(index + 1), bytes) } catch { return fail(error) }
    }
    isReceived[index] = true
    return SQLITE_OK
  }

  private func fail(_ error: any Error) -> Int32 {
    failure = error
    return SQLITE_FULL
  }

  fileprivate func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32 {
    if offset + bytes.count <= first.count {
      first.withUnsafeBytes {
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + bytes.count]))
      }
      return SQLITE_OK
    }
    guard offset >= size else { return ResultCodes.unreadable }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return ResultCodes.shortRead
  }

  fileprivate func truncate(to bytes: Int) -> Int32 {
    bytes >= size ? SQLITE_OK : fail(StoreError.internal("SQLite shortened the copy to \(bytes) bytes"))
  }

  fileprivate var bytes: Int { size }

  /// Extended codes, whose macros Swift does not import.
  private enum ResultCodes {
    static let unreadable = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
  }
}

/// The VFS of ``PageReceiver``.
private enum PageReceiverVFS {
  static let name = "fourfold-pages"

  /// A file of SQLite, followed by what is our own.
  private struct File {
    var base = sqlite3_file()
    var receiver: UnsafeMutableRawPointer?
  }

  private static let receivers = Mutex<[String: UInt]>([:])
  private static let count = Atomic<Int>(0)

  /// Returns the name of the receiver's file. The receiver has to exist until it is removed.
  static func register(_ receiver: PageReceiver) -> String {
    precondition(isInstalled, "SQLite has a VFS")
    let name = "pages-\(count.add(1, ordering: .relaxed).newValue)"
    let address = UInt(bitPattern: Unmanaged.passUnretained(receiver).toOpaque())
    receivers.withLock { $0[name] = address }
    return name
  }

  static func remove(_ name: String) {
    receivers.withLock { _ = $0.removeValue(forKey: name) }
  }

  private static let isInstalled: Bool = {
    guard let standard = sqlite3_vfs_find(nil) else { return false }
    // Never freed: registered for the lifetime of the process.
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: standard.pointee)
    own.pointee.pNext = nil
    own.pointee.zName = UnsafePointer(strdup(name))
    own.pointee.szOsFile = Int32(MemoryLayout<File>.size)
    own.pointee.xOpen = { _, name, file, flags, outFlags in
      guard let name, let file else { return SQLITE_CANTOPEN }
      file.pointee.pMethods = nil
      guard let address = receivers.withLock({ $0[String(cString: name)] }) else { return SQLITE_CANTOPEN }
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self).pointee.receiver =
        UnsafeMutableRawPointer(bitPattern: address)
      file.pointee.pMethods = UnsafePointer(methods.pointer)
      outFlags?.pointee = flags
      return SQLITE_OK
    }
    own.pointee.xDelete = { _, _, _ in SQLITE_OK }
    own.pointee.xAccess = { _, _, _, isThere in
      isThere?.pointee = 0
      return SQLITE_OK
    }
    own.pointee.xFullPathname = { _, name, room, path in
      guard let name, let path, strlen(name) < Int(room) else { return SQLITE_CANTOPEN }
      strcpy(path, name)
      return SQLITE_OK
    }
    return sqlite3_vfs_register(own, 0) == SQLITE_OK
  }()

  /// The methods of a file. SQLite only reads them.
  private struct Methods: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<sqlite3_io_methods>
  }

  private static let methods: Methods = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.iVersion = 1
    methods.pointee.xClose = { _ in SQLITE_OK }
    methods.pointee.xRead = { file, bytes, count, offset in
      guard let receiver = receiver(of: file), let bytes else { return SQLITE_IOERR }
      return receiver.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset))
    }
    methods.pointee.xWrite = { file, bytes, count, offset in
      guard let receiver = receiver(of: file), let bytes else { return SQLITE_IOERR }
      return receiver.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: Int(offset))
    }
    methods.pointee.xTruncate = { file, size in receiver(of: file)?.truncate(to: Int(size)) ?? SQLITE_IOERR }
    methods.pointee.xSync = { _, _ in SQLITE_OK }
    methods.pointee.xFileSize = { file, size in
      size?.pointee = Int64(receiver(of: file)?.bytes ?? 0)
      return SQLITE_OK
    }
    methods.pointee.xLock = { _, _ in SQLITE_OK }
    methods.pointee.xUnlock = { _, _ in SQLITE_OK }
    methods.pointee.xCheckReservedLock = { _, isHeld in
      isHeld?.pointee = 0
      return SQLITE_OK
    }
    methods.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.pointee.xSectorSize = { _ in 4_096 }
    methods.pointee.xDeviceCharacteristics = { _ in 0 }
    return Methods(pointer: methods)
  }()

  private static func receiver(of file: UnsafeMutablePointer<sqlite3_file>?) -> PageReceiver? {
    guard let file else { return nil }
    let pointer = UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self).pointee.receiver
    return pointer.map { Unmanaged<PageReceiver>.fromOpaque($0).takeUnretainedValue() }
  }
}
