extension PasswordHasher {
  /// What one hashing costs (RFC 7914, section 2).
  public struct Parameters: Hashable, Sendable {
    /// The logarithm to base 2 of N: one more doubles time and memory.
    public let log2Cost: Int
    /// The block size r: memory is 128 × N × r bytes.
    public let blockSize: Int
    /// The parallelism p: how often all of it is done.
    public let parallelism: Int

    /// Parameters of one's choice.
    public init(log2Cost: Int, blockSize: Int = 8, parallelism: Int = 1) {
      self.log2Cost = log2Cost
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// N = 2^17, r = 8, p = 1: 128 MiB, as the OWASP Password Storage Cheat Sheet has it.
    public static let standard = Parameters(log2Cost: 17)

    /// How much there is to do, to be compared.
    var work: Int { (blockSize * parallelism) << log2Cost }

    /// Whether a record may ask for them: a damaged one must not take all memory.
    var arePossible: Bool {
      (1...20).contains(log2Cost) && (1...16).contains(blockSize) && (1...16).contains(parallelism)
        && (128 * blockSize) << log2Cost <= 1 << 30
    }
  }
}
