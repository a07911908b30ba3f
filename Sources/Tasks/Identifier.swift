/// The id of a stored item. It is never reused for another item of its kind, even after the item is deleted.
///
/// `Subject` distinguishes kinds: a list's id cannot be passed as a task's.
public struct Identifier<Subject>: Hashable, Sendable {
  /// The number, as in URLs and in the database.
  public let value: Int64

  /// Creates an identifier from a trusted number, such as one from the database.
  public init(_ value: Int64) {
    self.value = value
  }

  /// Parses an identifier from a URL or a form: positive, decimal digits only, without sign, spaces or leading zeros, so that
  /// each item has one address. Nil for anything else.
  public init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 19,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int64(text)
    else { return nil }
    self.value = value
  }
}

extension Identifier: Comparable {
  /// Older items come first.
  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension Identifier: LosslessStringConvertible {
  /// The decimal digits, as in URLs.
  public var description: String { String(value) }
}

extension Identifier: Codable {
  /// Decodes a bare number.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// The id of an account.
public typealias AccountID = Identifier<Account>
/// The id of a list.
public typealias ListID = Identifier<ListSummary>
/// The id of a section of a list.
public typealias SectionID = Identifier<ListSection>
/// The id of a task.
public typealias TaskID = Identifier<TaskDetail>
/// The id of a change, also used as a list's revision and a text's version. Later changes have greater ids.
public typealias ChangeID = Identifier<Change>
/// The id of a session.
public typealias SessionID = Identifier<Session>
/// The id of a saved draft.
public typealias SavedDraftID = Identifier<SavedDraft>
/// The id of a tag.
public typealias TagID = Identifier<Tag>
/// The id of an entry in an account's audit trail.
public typealias AccountEventID = Identifier<AccountEvent>
