/// The bounds of one import.
public struct ImportLimits: Hashable, Sendable {
  /// The maximum size of the file, in bytes.
  public var fileBytes: Int
  /// The maximum size of all files in an archive, unpacked, in bytes.
  public var unpackedBytes: Int
  /// The maximum number of files in an archive.
  public var files: Int
  /// The maximum number of tasks in all lists, and of lists.
  public var tasks: Int

  /// Creates limits.
  public init(fileBytes: Int, unpackedBytes: Int, files: Int, tasks: Int) {
    self.fileBytes = fileBytes
    self.unpackedBytes = unpackedBytes
    self.files = files
    self.tasks = tasks
  }

  /// The limits of the app: 50 MB, unpacked 64 MB in 2,000 files, and 100,000 tasks.
  public static let standard = ImportLimits(
    fileBytes: 50_000_000, unpackedBytes: 64_000_000, files: 2_000, tasks: 100_000)

  /// The maximum size of all files in an archive, unpacked: at most 100 times its own size, as files of people are. Small archives may
  /// have more.
  func unpacked(from packed: Int) -> Int { min(unpackedBytes, max(packed * 100, 1_000_000)) }
}
