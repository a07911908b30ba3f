import Foundation
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

struct ImportOutcome: Sendable {
  /// The change with the undo; nil if nothing was added.
  let change: ChangeID?
  /// The added lists, those in the trash last.
  let lists: [ListID]
  let tasks: Int
  /// The number of tasks that the account had already.
  let present: Int
  let remarks: ImportRemarks
  /// The number of lists that were not imported, because they follow an address.
  let followed: Int
}

/// Imports uploaded files, each once, in jobs that go on when their readers leave.
final class Imports: Sendable {
  let uploads: Uploads
  let reader: UploadReader
  private let jobs: Jobs<AccountID, ImportOutcome>

  init(_ uploads: Uploads, clock: some Clock<Duration>) {
    self.uploads = uploads
    reader = UploadReader(clock: clock)
    jobs = Jobs(limit: 64, perOwner: 4, keptFor: Uploads.keptFor, clock: clock)
  }

  /// Begins the import of a file, unless it has begun.
  /// - Throws: ``StateViews/Failure`` if the file is gone, or too many imports are running.
  func start(_ id: UploadID, sections handling: SectionHandling, for request: SignedInRequest) throws(Failure) {
    let account = request.reader.account
    let stage = try stage(of: id, of: account)
    guard stage != .succeeded, let upload = uploads.file(id, of: account) else { return }
    do throws(Failure) {
      try jobs.start(Self.key(of: id), of: account, work(of: id, upload, sections: handling, for: request))
    } catch {
      throw Failure(.unavailable, "not-now", retry: error.retry)
    }
  }

  /// Begins a failed import again. Any other goes on, and so does the failure while too many imports are running.
  /// - Throws: ``StateViews/Failure`` if the file is gone.
  func retry(_ id: UploadID, of account: AccountID) throws(Failure) {
    guard try stage(of: id, of: account) == .failed else { return }
    try? jobs.retry(Self.key(of: id), of: account)
  }

  /// How far the import of a file has come; nil before it begins.
  /// - Throws: ``StateViews/Failure`` if the account has no such file, or no longer.
  func stage(of id: UploadID, of account: AccountID) throws(Failure) -> Jobs<AccountID, ImportOutcome>.Stage? {
    guard uploads.isText(id, of: account) != nil else { throw .importGone }
    let stage = jobs.stage(of: Self.key(of: id), of: account)
    if stage == nil, uploads.file(id, of: account) == nil { throw .importGone }
    return stage
  }

  /// The outcome of an import, as soon as there is one.
  func content(of id: UploadID, of account: AccountID) -> Loader<ImportOutcome> {
    jobs.content(of: Self.key(of: id), of: account)
  }

  /// The key is that of the file, whatever its sections become: it is imported once.
  private static func key(of id: UploadID) -> IdempotencyKey {
    IdempotencyKey(path: "import", version: id.description, fields: [])
  }

  private func work(
    of id: UploadID, _ upload: Upload, sections handling: SectionHandling, for request: SignedInRequest
  ) -> Loader<ImportOutcome> {
    let (account, store, logger) = (request.reader.account, request.store.interruptible, request.context.logger)
    let (zone, now, submission) = (request.look.zone, request.app.now, SubmissionID(Self.key(of: id)))
    return Loader { [reader, uploads] progress throws(Interruption) in
      do throws(Interruption) {
        let permit = try await reader.permit(for: account, toRead: upload, progress)
        defer { withExtendedLifetime(permit) {} }
        let file = try await UploadReader.read(upload, sections: handling, in: zone, now: now(), progress)
        let outcome = try await Self.add(file, to: store, submission, progress)
        uploads.delete(id, of: account)
        logger.info(
          "imported",
          metadata: [
            "account": "\(account)", "format": "\(file.format.rawValue)", "lists": "\(outcome.lists.count)",
            "tasks": "\(outcome.tasks)",
          ])
        return outcome.lists.isEmpty ? .empty(.nothingNew) : .content(outcome)
      } catch {
        if case .failed(let failure) = error { throw .failed(failure.logged(by: logger)) }
        throw error
      }
    }
  }

  private static func add(
    _ file: UploadReader.File, to store: AccountStore<Interruption>, _ submission: SubmissionID,
    _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> ImportOutcome {
    let count = file.lists.reduce(0) { $0 + $1.tasks.count }
    let thresholds = ProgressThresholds((0..<5).map { $0 * count / 5 })
    let result = try await store.importLists(
      file.lists, unnamed: ListName(stored: "Imported"), submission: submission
    ) { done, all in
      guard thresholds.reaches(done) else { return }
      progress(Reason("importing", ["done": .numeral(done), "count": .number(all)]))
    }
    var remarks = file.remarks
    remarks.add(result.remarks)
    return ImportOutcome(
      change: result.change, lists: result.lists, tasks: result.tasks, present: result.present, remarks: remarks,
      followed: file.lists.count { $0.isFollowed && $0.deleted == nil })
  }
}

extension PortableList {
  var isFollowed: Bool {
    switch kind {
    case .source: true
    case .tasks, .filter: false
    }
  }
}

extension Failure {
  /// The file is not there: it was imported or replaced, its time is over, or the server has started again.
  static var importGone: Failure { Failure(.notFound, "import-gone") }
}

extension Reason {
  /// The account has everything of the file.
  static var nothingNew: Reason { "nothing-new" }
}
