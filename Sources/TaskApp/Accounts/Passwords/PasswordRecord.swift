/// A stored password hash with its parameters and salt, in the PHC string format
/// (https://github.com/P-H-C/phc-string-format): `$scrypt$ln=17,r=8,p=1$salt$hash`.
struct PasswordRecord: Hashable, Sendable {
  /// The length of a hash in bytes.
  static let hashBytes = 32
  private static let saltBytes = 16

  let parameters: PasswordHasher.Parameters
  let salt: [UInt8]
  let hash: [UInt8]

  init(parameters: PasswordHasher.Parameters, salt: [UInt8], hash: [UInt8]) {
    self.parameters = parameters
    self.salt = salt
    self.hash = hash
  }

  /// Parses a stored record; nil if it is malformed or its cost exceeds the allowed maximum.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let parameters = PasswordHasher.Parameters(phc: parts[2]), parameters.arePossible,
      let salt = Base64.bytes(of: parts[3]), (1...64).contains(salt.count),
      let hash = Base64.bytes(of: parts[4]), hash.count == Self.hashBytes
    else { return nil }
    self.init(parameters: parameters, salt: salt, hash: hash)
  }

  var text: String {
    "$scrypt$ln=\(parameters.log2Cost),r=\(parameters.blockSize),p=\(parameters.parallelism)"
      + "$\(Base64.text(of: salt))$\(Base64.text(of: hash))"
  }

  /// Random bytes from the system generator.
  static func newSalt() -> [UInt8] {
    (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// A dummy record, verified in place of a missing one so that both take the same time.
  static func dummy(at parameters: PasswordHasher.Parameters) -> PasswordRecord {
    PasswordRecord(
      parameters: parameters, salt: [UInt8](repeating: 0, count: saltBytes),
      hash: [UInt8](repeating: 0, count: hashBytes))
  }
}

extension PasswordHasher.Parameters {
  /// Parses parameters in the exact form `ln=17,r=8,p=1`.
  fileprivate init?(phc text: Substring) {
    let values = text.split(separator: ",", omittingEmptySubsequences: false)
    guard values.count == 3, let cost = Self.number(values[0], "ln="), let size = Self.number(values[1], "r="),
      let parallelism = Self.number(values[2], "p=")
    else { return nil }
    self.init(log2Cost: cost, blockSize: size, parallelism: parallelism)
  }

  private static func number(_ text: Substring, _ name: String) -> Int? {
    let digits = text.dropFirst(name.count)
    guard text.hasPrefix(name), (1...2).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != "0"
    else { return nil }
    return Int(digits)
  }
}
