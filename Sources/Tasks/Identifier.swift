/// The number of one stored thing. It is never used again for another thing of its kind, also after that one is gone.
///
/// `Subject` only tells kinds apart: a list's number can't be passed where a task's is asked for.
public struct Identifier<Subject>: Hashable, Sendable {
  /// The number itself, as it stands in addresses and in the database.
  public let value: Int64

  /// An identifier that is known to be one, such as one that was just read from the database.
  public init(_ value: Int64) {
    self.value = value
  }

  /// An identifier from an address or a form: decimal digits only, positive, without sign, spaces or leading zeros, so
  /// that one thing has one address. Anything else is nil.
  public init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 19,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int64(text)
    else { return nil }
    self.value = value
  }
}

extension Identifier: Comparable {
  /// Older things come first.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension Identifier: LosslessStringConvertible {
  /// The decimal digits, as in an address.
  public var description: String { String(value) }
}

extension Identifier: Codable {
  /// Reads a bare number.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Writes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// The number of an account.
public typealias AccountID = Identifier<Account>
/// The number of a list.
public typealias ListID = Identifier<ListSummary>
/// The number of a task.
public typealias TaskID = Identifier<TaskDetail>
/// The number of a change; also a list's revision and a text's version. Later changes have greater numbers.
public typealias ChangeID = Identifier<Change>
/// The number of a session.
public typealias SessionID = Identifier<Session>
/// The number of a form that is kept.
public typealias SavedDraftID = Identifier<SavedDraft>
/// The number of an entry in an account's audit trail.
public typealias AccountEventID = Identifier<AccountEvent>
