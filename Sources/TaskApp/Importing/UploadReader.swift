import Foundation
import Scheduling
import StatePages
import StateViews
import Synchronization
import TaskFormats
import Tasks

/// Reads uploaded files, each on a thread of its own. What is read at once is limited by the memory that it takes: one large file at a
/// time, besides two small ones, and one for each account.
final class UploadReader: Sendable {
  struct File: Sendable {
    let format: PortableFormat
    /// The lists, without sections.
    let lists: [PortableList]
    /// What belongs to no list.
    let remarks: ImportRemarks
    let sections: [String]
    /// What the content leaves open, and what the reader has chosen.
    var questions = ImportQuestions()
    var choices = ImportChoices()
  }

  /// The maximum number of small files at once.
  static let limit = 2
  /// The size up to which a file is small, in bytes; archives are not.
  static let smallBytes = 1_000_000
  /// The processor time for one file. The largest ones of people take a few seconds.
  static let most = Duration.seconds(20)
  /// How long a file may wait for others.
  static let patience = Duration.seconds(600)

  private let small = FairQueue<AccountID>(UploadReader.limit, share: 1)
  private let large = FairQueue<AccountID>(1, share: 1)
  private let clock: any Clock<Duration>

  init(clock: some Clock<Duration> = EventLoopClock()) { self.clock = clock }

  /// The right to read a file, and to have its content in memory until the permit is gone.
  func permit(
    for account: AccountID, toRead upload: Upload, _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> Permit {
    let permits = upload.isLarge ? large : small
    let permit = await permits.permit(for: account, within: Self.patience, on: clock) { progress("queued") }
    if let permit { return permit }
    throw Task.isCancelled ? .cancelled : .failed(Failure(.unavailable, "not-now", retry: .after(.seconds(30))))
  }

  /// Reads a file. The caller has a permit.
  static func read(
    _ upload: Upload, sections handling: SectionHandling, in zone: TimeZone, now: Date,
    _ progress: @escaping @Sendable (Reason) -> Void
  ) async throws(Interruption) -> File {
    var limits = ImportLimits.standard
    // An archive that is not named like one counts as what it seems to be.
    if !upload.isLarge { limits.unpackedBytes = 8 * smallBytes }
    let counts = ProgressThresholds([1_000, 5_000, 20_000, 50_000])
    let limit = ReadingLimit(most)
    let read = await BackgroundThread.run(within: limit) { [limits] () -> Result<File, Interruption> in
      do {
        let file = try PortableFile(
          importing: try upload.content.bytes(), named: upload.name, isPasted: upload.name == nil, in: zone,
          now: now, limits: limits, choices: upload.choices, within: limit,
          progress: { count in
            if counts.reaches(count) { progress(Reason("reading", ["count": .number(count)])) }
          })
        var seen: Set<String> = []
        return .success(
          File(
            format: file.format, lists: file.converting(handling).lists, remarks: file.remarks,
            sections: file.lists.flatMap(\.sections).filter { seen.insert($0).inserted }, questions: file.questions,
            choices: upload.choices))
      } catch let problem as UnreadableFile {
        return .failure(.failed(.unreadable(problem)))
      } catch {
        return .failure(.failed(Failure(.unavailable, "not-now")))
      }
    }
    if Task.isCancelled { throw .cancelled }
    return try read.get()
  }
}

extension Upload {
  /// Whether reading it may take hundreds of megabytes of memory.
  fileprivate var isLarge: Bool {
    content.count > UploadReader.smallBytes || name?.lowercased().hasSuffix(".zip") == true
  }
}

/// The counts at which a progress is worth a status line: a page has room for a few.
final class ProgressThresholds: Sendable {
  private let rest: Mutex<ArraySlice<Int>>

  /// - Parameter thresholds: the counts to report, in ascending order.
  init(_ thresholds: [Int]) { rest = Mutex(thresholds[...]) }

  func reaches(_ count: Int) -> Bool {
    rest.withLock { rest in
      let reached = rest.prefix { $0 <= count }
      rest = rest.dropFirst(reached.count)
      return !reached.isEmpty
    }
  }
}

extension Failure {
  static func unreadable(_ problem: UnreadableFile) -> Failure {
    Failure(.invalid, Reason("unreadable-\(problem.rawValue)"))
  }
}
