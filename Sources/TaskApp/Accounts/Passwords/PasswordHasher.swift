import Crypto
import CryptoExtras
import Foundation
import Tasks

/// Hashes and verifies passwords with scrypt (RFC 7914).
///
/// One hashing takes a good part of a second and 128 MiB. Hashings therefore run on dedicated threads, a few at a time, behind
/// a bounded queue (``HashingQueue``).
public final class PasswordHasher: Sendable {
  /// Why nothing was hashed.
  public enum FailedAction: Error, Hashable, Sendable {
    /// The queue is full, or memory is exhausted. The caller may retry soon.
    case busy
    case cancelled
  }

  /// The result of comparing a password with a record.
  public enum Verdict: Hashable, Sendable {
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
  public convenience init(parameters: Parameters = .standard, slots: Int = 1, queue: Int = 32) {
    self.init(parameters: parameters, slots: slots, queue: queue, derive: Self.scrypt)
  }

  init(parameters: Parameters, slots: Int, queue: Int, derive: @escaping Derive) {
    self.parameters = parameters
    self.queue = HashingQueue(slots: slots, queue: queue)
    self.derive = derive
  }

  var waiting: Int { queue.waiting }

  /// A new record of a password in the PHC string format, with a random salt.
  func hash(_ password: Password, for client: HashingClient) async throws(FailedAction) -> String {
    try await hash(bytes: Array(password.text.utf8), for: client)
  }

  /// Compares a password with a record. Nil stands for an impossible password or an unknown name; both take a hashing too, so
  /// the response time does not disclose them. A record with older parameters is verified at its own cost until it is rehashed.
  func verify(
    _ password: Password?, against record: String?, for client: HashingClient
  ) async throws(FailedAction) -> Verdict {
    try await verify(bytes: password.map { Array($0.text.utf8) }, against: record, for: client)
  }

  /// Whether a text that was typed at the server's console is the password of a record.
  public func isPassword(_ typed: String, of record: String?) async throws(AccountProblem) -> Bool {
    do throws(FailedAction) {
      switch try await verify(Password.typed(typed), against: record, for: .console) {
      case .matches: return true
      case .differs: return false
      }
    } catch {
      throw AccountProblem(hashing: error)
    }
  }

  func hash(bytes password: [UInt8], for client: HashingClient = .console) async throws(FailedAction) -> String {
    let salt = PasswordRecord.newSalt()
    return PasswordRecord(
      parameters: parameters, salt: salt, hash: try await run(password, salt: salt, parameters, client)
    ).text
  }

  func verify(
    bytes password: [UInt8]?, against record: String?, for client: HashingClient = .console
  ) async throws(FailedAction) -> Verdict {
    let known = record.flatMap(PasswordRecord.init)
    let compared = known ?? .dummy(at: parameters)
    let hash = try await run(password ?? [], salt: compared.salt, compared.parameters, client)
    guard Self.isSame(hash, compared.hash), password != nil, known != nil else { return .differs }
    return .matches(rehash: compared.parameters.work < parameters.work)
  }

  private func run(
    _ password: [UInt8], salt: [UInt8], _ parameters: Parameters, _ client: HashingClient
  ) async throws(FailedAction) -> [UInt8] {
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
