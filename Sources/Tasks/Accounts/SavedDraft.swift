package import Foundation

/// A form that was sent after its session had ended, saved for the same account so that nothing typed is lost.
package struct SavedDraft: Hashable, Sendable {
  package let id: SavedDraftID
  /// The account of the ended session.
  package let account: AccountID
  /// The path that the form was sent to.
  package let path: String
  /// The form's fields, in order.
  package let fields: [SavedDraftField]
  /// When it was sent.
  package let at: Date

  package init(id: SavedDraftID, account: AccountID, path: String, fields: [SavedDraftField], at: Date) {
    (self.id, self.account, self.path, self.fields, self.at) = (id, account, path, fields, at)
  }
}

package struct SavedDraftField: Hashable, Sendable, Codable {
  package let name: String
  /// The value, as sent.
  package let value: String

  package init(name: String, value: String) { (self.name, self.value) = (name, value) }
}
