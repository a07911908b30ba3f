extension PasswordHasher {
  /// The cost of one hashing (RFC 7914, section 2).
  public struct Parameters: Hashable, Sendable {
    /// The base-2 logarithm of N. Each increment doubles time and memory.
    public let log2Cost: Int
    /// The block size r. Memory use is 128 × N × r bytes.
    public let blockSize: Int
    /// The parallelism p: a factor of the time.
    public let parallelism: Int

    package init(log2Cost: Int, blockSize: Int = 8, parallelism: Int = 1) {
      self.log2Cost = log2Cost
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// N = 2^17, r = 8, p = 1: 128 MiB, as the OWASP Password Storage Cheat Sheet recommends.
    public static let standard = Parameters(log2Cost: 17)

    /// The total work, for comparing parameters.
    var work: Int { (blockSize * parallelism) << log2Cost }

    /// Whether a stored record may use these parameters. Bounds the memory that a damaged record can request.
    var arePossible: Bool {
      (1...20).contains(log2Cost) && (1...16).contains(blockSize) && (1...16).contains(parallelism)
        && (128 * blockSize) << log2Cost <= 1 << 30
    }
  }
}
