/// The id of a stored item. It is never reused for another item of its kind, even after the item is deleted.
///
/// `Subject` distinguishes kinds: a list's id cannot be passed as a task's.
package struct Identifier<Subject>: Hashable, Sendable {
  /// The number, as in URLs and in the database.
  package let value: Int64

  /// Creates an identifier from a trusted number, such as one from the database.
  package init(_ value: Int64) { self.value = value }

  /// Parses an identifier from a URL or a form: positive, decimal digits only, without sign, spaces or leading zeros, so that
  /// each item has one address. Nil for anything else.
  package init?(_ text: some StringProtocol) {
    let digits = text.utf8
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 19,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let value = Int64(text)
    else { return nil }
    self.value = value
  }
}

extension Identifier: Comparable {
  /// Older items come first.
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension Identifier: LosslessStringConvertible {
  /// The decimal digits, as in URLs.
  package var description: String { String(value) }
}

extension Identifier: Codable {
  package init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int64.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

package typealias AccountID = Identifier<Account>
package typealias ListID = Identifier<ListSummary>
package typealias SectionID = Identifier<ListSection>
package typealias TaskID = Identifier<TaskDetail>
/// The id of a change, also used as a list's revision and a text's version. Later changes have greater ids.
package typealias ChangeID = Identifier<Change>
package typealias SessionID = Identifier<Session>
package typealias SavedDraftID = Identifier<SavedDraft>
package typealias TagID = Identifier<Tag>
/// The id of an entry in an account's audit trail.
package typealias AccountEventID = Identifier<AccountEvent>
