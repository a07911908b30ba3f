import Crypto
import CryptoExtras
import Foundation
import Tasks

/// Turns passwords into records from which they can't be had back, and compares passwords with such records, by scrypt
/// (RFC 7914).
///
/// One hashing takes a good part of a second and 128 MiB. So hashings run on threads of their own, a few at once; more wait,
/// and their networks take turns (``HashingQueue``).
public final class PasswordHasher: Sendable {
  /// Why nothing was hashed.
  public enum FailedAction: Error, Hashable, Sendable {
    /// Too many wait already, or there is no memory for it now; the same may be tried again soon.
    case busy
    /// Whoever asked has left.
    case cancelled
  }

  /// What comparing a password with a record gave.
  public enum Verdict: Hashable, Sendable {
    /// It is the password; the record is to be made anew where hashing has become more costly since.
    case matches(rehash: Bool)
    /// It is not.
    case differs
  }

  typealias Derive = @Sendable (_ password: [UInt8], _ salt: [UInt8], _ parameters: Parameters) throws -> [UInt8]

  private let parameters: Parameters
  private let queue: HashingQueue
  private let derive: Derive

  /// A hasher.
  /// - Parameters:
  ///   - parameters: what a new record costs.
  ///   - slots: how many hashings run at once; each of them needs memory.
  ///   - queue: how many more may wait, of known clients and of unknown ones.
  public convenience init(parameters: Parameters = .standard, slots: Int = 2, queue: Int = 32) {
    self.init(parameters: parameters, slots: slots, queue: queue, derive: Self.scrypt)
  }

  init(parameters: Parameters, slots: Int, queue: Int, derive: @escaping Derive) {
    self.parameters = parameters
    self.queue = HashingQueue(slots: slots, queue: queue)
    self.derive = derive
  }

  /// How many wait for a hashing now.
  var waiting: Int { queue.waiting }

  /// A new record of a password, with a salt of its own, in the PHC string format.
  func hash(_ password: Password, for client: HashingClient) async throws(FailedAction) -> String {
    try await hash(bytes: Array(password.text.utf8), for: client)
  }

  /// Compares a password with a record. What nobody can have as password, and what nobody has a record for, takes a hashing like
  /// any other; nil stands for either. A record from when hashing cost less takes as much as then, until it is made anew.
  func verify(
    _ password: Password?, against record: String?, for client: HashingClient
  ) async throws(FailedAction) -> Verdict {
    try await verify(bytes: password.map { Array($0.text.utf8) }, against: record, for: client)
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
    let compared = known ?? .nobody(at: parameters)
    let hash = try await run(password ?? [], salt: compared.salt, compared.parameters, client)
    guard Self.isSame(hash, compared.hash), password != nil, known != nil else { return .differs }
    return .matches(rehash: compared.parameters.work < parameters.work)
  }

  private func run(
    _ password: [UInt8], salt: [UInt8], _ parameters: Parameters, _ client: HashingClient
  ) async throws(FailedAction) -> [UInt8] {
    let hash = try await queue.run(for: client) { [derive] in Result { try derive(password, salt, parameters) } }
    // Parameters that can't be are never read or made, so that a failure means that the memory was not to be had.
    do { return try hash.get() } catch { throw .busy }
  }

  private static let scrypt: Derive = { password, salt, parameters in
    try KDF.Scrypt.deriveKey(
      from: password, salt: salt, outputByteCount: PasswordRecord.hashBytes, rounds: 1 << parameters.log2Cost,
      blockSize: parameters.blockSize, parallelism: parameters.parallelism
    ).withUnsafeBytes { Array($0) }
  }

  /// Compares all bytes whatever the first ones are: the time tells nothing.
  private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
