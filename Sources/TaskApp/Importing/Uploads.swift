import StatePages
import Synchronization
import TaskFormats
import Tasks

/// The id of an uploaded file. It names the file in addresses; only its account gets anything for it.
typealias UploadID = Identifier<Upload>

/// A file that an account has uploaded to be imported.
struct Upload: Sendable {
  /// The content, in memory only while it is read.
  let content: UploadedFile
  /// The name of the file, as the client sends it; nil for pasted text.
  let name: String?
  /// How the reader wants it to be read.
  var choices = ImportChoices()
}

extension Upload {
  /// The size up to which pasted text is shown in the form again, in bytes.
  static let editableText = 100_000

  var isText: Bool { name == nil }
  /// Whether it is text that fits into the form.
  var isEditable: Bool { isText && content.count <= Self.editableText }
}

/// The uploaded files: one for each account, kept for an hour.
///
/// Uploads are limited: one at a time for each account, and a total, so that no account fills the disk or keeps others waiting.
final class Uploads: Sendable {
  /// How long a file is kept after it was last used.
  static let keptFor = Duration.seconds(3_600)
  /// The size of all kept files in bytes from which on the oldest ones are deleted.
  static let keptBytes = 1 << 30

  fileprivate struct Kept {
    let id: UploadID
    let isText: Bool
    /// The file; nil once it was imported, or had to make room.
    var upload: Upload?
    var used: Duration
  }

  /// The uploads at a time.
  let slots = AccountSlots(16)
  let folder: UploadFolder
  private let kept = Mutex<[AccountID: Kept]>([:])
  private let elapsed: @Sendable () -> Duration

  init(in folder: UploadFolder, clock: some Clock<Duration> = EventLoopClock()) {
    self.folder = folder
    elapsed = clock.stopwatch()
  }

  var count: Int { kept.withLock { $0.values.count { $0.upload != nil } } }

  /// Keeps a file in place of the account's last one.
  func keep(_ upload: Upload, of account: AccountID) -> UploadID {
    // Ids can't be guessed in advance, so that an old address does not lead to another file.
    let id = UploadID(.random(in: 1...(1 << 53)))
    let now = elapsed()
    kept.withLock { kept in
      kept[account] = Kept(id: id, isText: upload.isText, upload: upload, used: now)
      kept.makeRoom()
    }
    return id
  }

  /// A file that is kept; nil if the account has no such file, or no longer.
  func file(_ id: UploadID, of account: AccountID) -> Upload? { use(id, of: account) { $0.upload } ?? nil }

  /// Whether a file was text; nil if the account has had no such file in the last hour.
  func isText(_ id: UploadID, of account: AccountID) -> Bool? { use(id, of: account) { $0.isText } }

  /// Notes how a file is to be read.
  /// - Returns: whether there is one.
  func choose(_ choices: ImportChoices, for id: UploadID, of account: AccountID) -> Bool {
    use(id, of: account) { kept in
      kept.upload?.choices = choices
      return kept.upload != nil
    } ?? false
  }

  /// Deletes a file that was imported.
  func delete(_ id: UploadID, of account: AccountID) { use(id, of: account) { $0.upload = nil } }

  func forget(_ account: AccountID) { kept.withLock { kept in kept[account] = nil } }

  @discardableResult
  private func use<Value>(_ id: UploadID, of account: AccountID, _ body: (inout Kept) -> Value) -> Value? {
    kept.withLock { all in
      let now = elapsed()
      all.dropOld(at: now)
      guard var kept = all[account], kept.id == id else { return nil }
      defer { all[account] = kept }
      kept.used = now
      return body(&kept)
    }
  }

  /// Deletes expired files, also those that are not requested again.
  func deleteExpired() { kept.withLock { $0.dropOld(at: elapsed()) } }
}

extension TaskApp {
  /// Deletes expired uploads, outside of any request.
  package func deleteExpiredUploads() { imports.uploads.deleteExpired() }
}

extension [AccountID: Uploads.Kept] {
  fileprivate mutating func dropOld(at now: Duration) { self = filter { now - $0.value.used < Uploads.keptFor } }

  /// Deletes the oldest files while all of them are too large. The newest one stays.
  fileprivate mutating func makeRoom() {
    var bytes = values.reduce(0) { $0 + ($1.upload?.content.count ?? 0) }
    for (account, oldest) in sorted(by: { $0.value.used < $1.value.used }).dropLast() where bytes > Uploads.keptBytes {
      bytes -= oldest.upload?.content.count ?? 0
      self[account]?.upload = nil
    }
  }
}
