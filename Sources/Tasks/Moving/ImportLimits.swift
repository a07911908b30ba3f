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

  /// The limits of the app: 50 MB, unpacked 100 MB in 2,000 files, and 100,000 tasks.
  public static let standard = ImportLimits(
    fileBytes: 50_000_000, unpackedBytes: 100_000_000, files: 2_000, tasks: 100_000)
}
