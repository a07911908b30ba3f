import Crypto
import CryptoExtras
import Foundation
import Tasks

/// Why a password was not hashed.
package enum HashingRefusal: Error, Hashable, Sendable {
  /// The queue is full, or memory is exhausted. The caller may retry soon.
  case busy
  case cancelled
}

/// Hashes and verifies passwords with scrypt (RFC 7914).
///
/// One hashing takes a good part of a second and 128 MiB. Hashings therefore run on dedicated threads, a few at a time, behind
/// a bounded queue (``HashingQueue``).
package final class PasswordHasher: Sendable {
  package enum Verdict: Hashable, Sendable {
    /// The password matches. `rehash` is true if the record costs less than the current parameters.
    case matches(rehash: Bool)
    case differs
  }

  typealias Derive = @Sendable (_ password: [UInt8], _ salt: [UInt8], _ parameters: Parameters) throws -> [UInt8]

  private let parameters: Parameters
  private let queue: HashingQueue
  private let derive: Derive

  /// Creates a hasher.
  /// - Parameters:
  ///   - parameters: the cost of new records.
  ///   - slots: the maximum number of concurrent hashings of known clients, and of unknown ones. Each needs the memory of
  ///     `parameters`.
  ///   - queue: the maximum number of waiting known clients, and of waiting unknown ones.
  package convenience init(parameters: Parameters = .standard, slots: Int = 1, queue: Int = 32) {
    self.init(parameters: parameters, slots: slots, queue: queue, derive: Self.scrypt)
  }

  init(parameters: Parameters, slots: Int, queue: Int, derive: @escaping Derive) {
    self.parameters = parameters
    self.queue = HashingQueue(slots: slots, queue: queue)
    self.derive = derive
  }

  var waiting: Int { queue.waiting }

  /// A new record of a password in the PHC string format, with a random salt.
  func hash(_ password: Password, for client: HashingClient) async throws(HashingRefusal) -> String {
    try await hash(bytes: Array(password.text.utf8), for: client)
  }

  /// Compares a password with a record. Nil stands for an impossible password or an unknown name; both take a hashing too, so
  /// the response time does not disclose them. A record with older parameters is verified at its own cost until it is rehashed.
  func verify(
    _ password: Password?, against record: String?, for client: HashingClient
  ) async throws(HashingRefusal) -> Verdict {
    try await verify(bytes: password.map { Array($0.text.utf8) }, against: record, for: client)
  }

  /// Whether a text that was typed at the server's console is the password of a record.
  package func isPassword(_ typed: String, of record: String?) async throws(AccountProblem) -> Bool {
    do throws(HashingRefusal) {
      switch try await verify(Password.typed(typed), against: record, for: .console) {
      case .matches: return true
      case .differs: return false
      }
    } catch {
      throw AccountProblem(hashing: error)
    }
  }

  func hash(bytes password: [UInt8], for client: HashingClient = .console) async throws(HashingRefusal) -> String {
    let salt = PasswordRecord.newSalt()
    return PasswordRecord(
      parameters: parameters, salt: salt, hash: try await run(password, salt: salt, parameters, client)
    ).text
  }

  func verify(
    bytes password: [UInt8]?, against record: String?, for client: HashingClient = .console
  ) async throws(HashingRefusal) -> Verdict {
    let known = record.flatMap(PasswordRecord.init)
    let compared = known ?? .dummy(at: parameters)
    let hash = try await run(password ?? [], salt: compared.salt, compared.parameters, client)
    guard Self.isSame(hash, compared.hash), password != nil, known != nil else { return .differs }
    return .matches(rehash: compared.parameters.work < parameters.work)
  }

  private func run(
    _ password: [UInt8], salt: [UInt8], _ parameters: Parameters, _ client: HashingClient
  ) async throws(HashingRefusal) -> [UInt8] {
    let hash = try await queue.run(for: client) { [derive] in Result { try derive(password, salt, parameters) } }
    // Impossible parameters are never read or created, so an error means that memory is exhausted.
    do { return try hash.get() } catch { throw .busy }
  }

  private static let scrypt: Derive = { password, salt, parameters in
    try KDF.Scrypt.deriveKey(
      from: password, salt: salt, outputByteCount: PasswordRecord.hashBytes, rounds: 1 << parameters.log2Cost,
      blockSize: parameters.blockSize, parallelism: parameters.parallelism
    ).withUnsafeBytes { Array($0) }
  }

  /// Compares in constant time.
  private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension PasswordHasher {
  /// The cost of one hashing (RFC 7914, section 2).
  package struct Parameters: Hashable, Sendable {
    /// The base-2 logarithm of N. Each increment doubles time and memory.
    package let log2Cost: Int
    /// The block size r. Memory use is 128 × N × r bytes.
    package let blockSize: Int
    /// The parallelism p: a factor of the time.
    package let parallelism: Int

    package init(log2Cost: Int, blockSize: Int = 8, parallelism: Int = 1) {
      (self.log2Cost, self.blockSize, self.parallelism) = (log2Cost, blockSize, parallelism)
    }

    /// N = 2^17, r = 8, p = 1: 128 MiB, as the OWASP Password Storage Cheat Sheet recommends.
    package static let standard = Parameters(log2Cost: 17)

    /// The total work, for comparing parameters.
    var work: Int { (blockSize * parallelism) << log2Cost }

    /// Whether a stored record may use these parameters. Bounds the memory that a damaged record can request.
    var arePossible: Bool {
      (1...20).contains(log2Cost) && (1...16).contains(blockSize) && (1...16).contains(parallelism)
        && (128 * blockSize) << log2Cost <= 1 << 30
    }
  }
}

/// A stored password hash with its parameters and salt, in the PHC string format
/// (https://github.com/P-H-C/phc-string-format): `$scrypt$ln=17,r=8,p=1$salt$hash`.
struct PasswordRecord: Hashable, Sendable {
  /// The length of a hash in bytes.
  static let hashBytes = 32
  private static let saltBytes = 16

  let parameters: PasswordHasher.Parameters
  let salt, hash: [UInt8]

  init(parameters: PasswordHasher.Parameters, salt: [UInt8], hash: [UInt8]) {
    (self.parameters, self.salt, self.hash) = (parameters, salt, hash)
  }

  /// Parses a stored record; nil if it is malformed or its cost exceeds the allowed maximum.
  init?(_ text: String) {
    guard
      let parts = text.wholeMatch(of: /\$scrypt\$ln=([1-9][0-9]?),r=([1-9][0-9]?),p=([1-9][0-9]?)\$([^$]*)\$([^$]*)/),
      let cost = Int(parts.1), let size = Int(parts.2), let parallelism = Int(parts.3)
    else { return nil }
    let parameters = PasswordHasher.Parameters(log2Cost: cost, blockSize: size, parallelism: parallelism)
    guard parameters.arePossible, let salt = Base64.bytes(of: parts.4), (1...64).contains(salt.count),
      let hash = Base64.bytes(of: parts.5), hash.count == Self.hashBytes
    else { return nil }
    self.init(parameters: parameters, salt: salt, hash: hash)
  }

  var text: String {
    "$scrypt$ln=\(parameters.log2Cost),r=\(parameters.blockSize),p=\(parameters.parallelism)"
      + "$\(Base64.text(of: salt))$\(Base64.text(of: hash))"
  }

  /// Random bytes from the system generator.
  static func newSalt() -> [UInt8] { (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) } }

  /// A dummy record, verified in place of a missing one so that both take the same time.
  static func dummy(at parameters: PasswordHasher.Parameters) -> PasswordRecord {
    PasswordRecord(
      parameters: parameters, salt: [UInt8](repeating: 0, count: saltBytes),
      hash: [UInt8](repeating: 0, count: hashBytes))
  }
}
