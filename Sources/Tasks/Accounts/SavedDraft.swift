public import Foundation

/// A form that was sent after its session had ended: kept, so that nothing typed is lost, for the same account only.
public struct SavedDraft: Hashable, Sendable {
  /// Its number.
  public let id: SavedDraftID
  /// Whose session had ended.
  public let account: AccountID
  /// Where it was sent to.
  public let path: String
  /// What was in it, in the form's order.
  public let fields: [SavedDraftField]
  /// When it was sent.
  public let at: Date

  /// A form as it is stored.
  public init(id: SavedDraftID, account: AccountID, path: String, fields: [SavedDraftField], at: Date) {
    self.id = id
    self.account = account
    self.path = path
    self.fields = fields
    self.at = at
  }
}

/// One field of a kept form.
public struct SavedDraftField: Hashable, Sendable, Codable {
  /// What the field is called.
  public let name: String
  /// What was in it, as sent.
  public let value: String

  /// A name and a value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
