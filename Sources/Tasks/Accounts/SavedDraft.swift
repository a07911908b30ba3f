public import Foundation

/// A form that was sent after its session had ended, saved for the same account so that nothing typed is lost.
public struct SavedDraft: Hashable, Sendable {
  /// The id.
  public let id: SavedDraftID
  /// The account of the ended session.
  public let account: AccountID
  /// The path that the form was sent to.
  public let path: String
  /// The form's fields, in order.
  public let fields: [SavedDraftField]
  /// When it was sent.
  public let at: Date

  package init(id: SavedDraftID, account: AccountID, path: String, fields: [SavedDraftField], at: Date) {
    (self.id, self.account, self.path, self.fields, self.at) = (id, account, path, fields, at)
  }
}

/// A field of a saved draft.
public struct SavedDraftField: Hashable, Sendable, Codable {
  /// The name of the field.
  public let name: String
  /// The value, as sent.
  public let value: String

  package init(name: String, value: String) {
    (self.name, self.value) = (name, value)
  }
}
