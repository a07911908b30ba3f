import Crypto
public import Hummingbird

/// Identifies one submission of a form by its path, version and contents. A resubmission has the same key: a second click, a reload
/// of the response, a retry after a lost answer. The same text, sent from a later version of the page, has another.
///
/// ```swift
/// let form = try await FormBody(request, fields: ["name", "seats", "version"])
/// try jobs.start(form.idempotencyKey(of: request), of: account, work)
/// ```
///
/// The version is what the page showed: a number that grows with every change of what the form writes to, printed as a hidden field.
/// An app stores the key with what the form wrote, and answers a key that it has already with the earlier result. Keys are compared
/// within an account only.
public struct IdempotencyKey: Hashable, Sendable {
  /// The first 64 of its 128 bits. Two integers, which Swift 6.3.1 compiles correctly everywhere that a key is used.
  public let high: UInt64
  /// The last 64 bits.
  public let low: UInt64

  /// Creates the key of a submission.
  /// - Parameters:
  ///   - path: the path of the form's action, such as `/lists/5/tasks`.
  ///   - version: the version that the form was rendered for; nil for a form without one.
  ///   - fields: the other fields, name and value, in the form's order.
  public init(path: String, version: String?, fields: [(name: String, value: String)]) {
    let parts = String(prefixingLengths: [path, version ?? ""] + fields.flatMap { [$0.name, $0.value] })
    let hash = Array(SHA256.hash(data: Array(parts.utf8)))
    high = hash[..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = hash[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension IdempotencyKey: LosslessStringConvertible {
  /// The key as 32 hexadecimal digits, for an address or a column.
  public var description: String { Self.digits(high) + Self.digits(low) }

  /// Parses 32 hexadecimal digits; nil for anything else.
  public init?(_ description: String) {
    let digits = description.utf8
    guard digits.count == 32, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let high = UInt64(description.prefix(16), radix: 16), let low = UInt64(description.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FormBody {
  /// The key of this submission.
  /// - Parameters:
  ///   - request: the request that sent the form.
  ///   - version: the name of the field with the version; nil if the form has none.
  ///   - ignored: the names of fields that do not count: the same submission can have other values in them.
  public func idempotencyKey(
    of request: Request, version: String? = "version", ignoring ignored: Set<String> = []
  ) -> IdempotencyKey {
    IdempotencyKey(
      path: request.uri.path, version: version.flatMap { self[$0] },
      fields: fields.filter { $0.name != version && !ignored.contains($0.name) })
  }
}
