/// The limits of a form with files.
public struct MultipartLimits: Hashable, Sendable {
  /// The maximum number of parts: fields and files.
  public var parts = 32
  /// The maximum size of the header fields of a part, in bytes.
  public var head = 4 * 1024
  /// The maximum size of the values of all fields, in bytes. They are in memory.
  public var fields = 64 * 1024
  /// The maximum size of each file, in bytes.
  public var file: Int
  /// The size up to which a file without a name, such as pasted text, is a field instead, in bytes. It stays in memory, so that it can be
  /// shown again if the disk is full.
  public var typed = 0

  /// Creates limits.
  /// - Parameter file: the maximum size of each file, in bytes.
  public init(file: Int) {
    self.file = file
  }

  /// The size of the largest body with `count` files in bytes.
  func body(files count: Int) -> Int {
    count * file + fields + parts * (head + MultipartBoundary.longest + 8)
  }
}
