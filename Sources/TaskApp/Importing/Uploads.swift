import StatePages
import Synchronization
import Tasks

/// The id of an uploaded file. It names the file in addresses; only its account gets anything for it.
typealias UploadID = Identifier<Upload>

/// A file that an account has uploaded to be imported.
struct Upload: Sendable {
  /// The content, in memory only while it is read.
  let content: UploadedFile
  /// Its name, as the client sends it; nil for pasted text.
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
  /// The maximum number of uploads at a time.
  static let limit = 16
  /// How long a file is kept after it was last used.
  static let keptFor = Duration.seconds(3_600)
  /// The size of all kept files in bytes from which on the oldest ones are deleted.
  static let keptBytes = 1 << 30

  enum FailedAction: Error, Hashable {
    case running
    case busy
  }

  enum Stage: Hashable, Sendable {
    case waiting
    /// Its import is under way. It is kept until that ends, for another attempt.
    case importing
    case failed
    case imported
  }

  fileprivate struct Kept {
    let id: UploadID
    let isText: Bool
    /// The file; nil if it was imported.
    var upload: Upload?
    var stage = Stage.waiting
    var used: Duration
  }

  fileprivate struct Model {
    var running: Set<AccountID> = []
    var kept: [AccountID: Kept] = [:]
  }

  let folder: UploadFolder
  private let model = Mutex(Model())
  private let elapsed: @Sendable () -> Duration

  init(in folder: UploadFolder, clock: some Clock<Duration> = EventLoopClock()) {
    self.folder = folder
    elapsed = clock.stopwatch()
  }

  var count: Int { model.withLock { $0.kept.values.count { $0.upload != nil } } }

  func enter(_ account: AccountID) throws(FailedAction) -> Permit {
    let refusal = model.withLock { model -> FailedAction? in
      if model.running.contains(account) { return .running }
      guard model.running.count < Self.limit else { return .busy }
      model.running.insert(account)
      return nil
    }
    if let refusal { throw refusal }
    return Permit { [self] in model.withLock { model in _ = model.running.remove(account) } }
  }

  /// Keeps a file in place of the account's last one.
  func keep(_ upload: Upload, of account: AccountID) -> UploadID {
    // Ids are not told in advance, so that an old address does not lead to another file.
    let id = UploadID(.random(in: 1...(1 << 53)))
    let now = elapsed()
    model.withLock { model in
      model.kept[account] = Kept(id: id, isText: upload.isText, upload: upload, used: now)
      model.makeRoom()
    }
    return id
  }

  /// What became of a file; nil if the account has no such file, or no longer.
  func stage(of id: UploadID, of account: AccountID) -> Stage? { kept(id, of: account)?.stage }

  /// A file that is kept; nil if the account has no such file, or no longer.
  func file(_ id: UploadID, of account: AccountID) -> Upload? { kept(id, of: account)?.upload }

  private func kept(_ id: UploadID, of account: AccountID) -> Kept? {
    model.withLock { model in
      model.dropOld(at: elapsed())
      return model.kept[account].flatMap { $0.id == id ? $0 : nil }
    }
  }

  func isText(_ id: UploadID, of account: AccountID) -> Bool {
    model.withLock { model in model.kept[account].map { $0.id == id && $0.isText } ?? false }
  }

  /// Notes how a file that was not imported yet is to be read.
  /// - Returns: whether there is one.
  func choose(_ choices: ImportChoices, for id: UploadID, of account: AccountID) -> Bool {
    let upload = change(id, of: account) { kept in
      if kept.stage != .importing { kept.upload?.choices = choices }
    }
    return upload != nil
  }

  /// Notes that the import of a file has begun.
  /// - Returns: the file; nil if there is none to import.
  func begin(_ id: UploadID, of account: AccountID) -> Upload? {
    change(id, of: account) { kept in
      if kept.upload != nil { kept.stage = .importing }
    }
  }

  /// Notes that the import of a file has ended: it is deleted if it was imported, else kept for another attempt.
  func end(_ id: UploadID, of account: AccountID, isImported: Bool) {
    change(id, of: account) { kept in
      guard kept.upload != nil else { return }
      if isImported { kept.upload = nil }
      kept.stage = isImported ? .imported : .failed
    }
  }

  func forget(_ account: AccountID) { model.withLock { model in model.kept[account] = nil } }

  @discardableResult
  private func change(_ id: UploadID, of account: AccountID, _ update: (inout Kept) -> Void) -> Upload? {
    model.withLock { model in
      let now = elapsed()
      model.dropOld(at: now)
      guard var kept = model.kept[account], kept.id == id else { return nil }
      update(&kept)
      kept.used = now
      model.kept[account] = kept
      return kept.upload
    }
  }

  /// Deletes expired files, also those that are not requested again.
  func deleteExpired() { model.withLock { $0.dropOld(at: elapsed()) } }
}

extension TaskApp {
  /// Deletes expired uploads, outside of any request.
  package func deleteExpiredUploads() { imports.uploads.deleteExpired() }
}

extension Uploads.Model {
  fileprivate mutating func dropOld(at now: Duration) { kept = kept.filter { now - $0.value.used < Uploads.keptFor } }

  /// Deletes the oldest files while all of them are too large. The newest one stays, and so do files that are being imported.
  fileprivate mutating func makeRoom() {
    var bytes = kept.values.reduce(0) { $0 + ($1.upload?.content.count ?? 0) }
    for (account, oldest) in kept.sorted(by: { $0.value.used < $1.value.used }).dropLast()
    where bytes > Uploads.keptBytes && (oldest.stage == .waiting || oldest.stage == .failed) {
      bytes -= oldest.upload?.content.count ?? 0
      kept[account] = nil
    }
  }
}
