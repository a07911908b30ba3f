package import Foundation

/// A form that was sent after its session had ended, saved for the same account so that nothing typed is lost; or a text that an app has sent
/// and a limit has refused, as a form that would take it.
package struct SavedDraft: Hashable, Sendable {
  package let id: SavedDraftID
  /// The account of the ended session, or of the app.
  package let account: AccountID
  /// The path that the form was sent to.
  package let path: String
  /// The form's fields, in order.
  package let fields: [SavedDraftField]
  /// When it was sent.
  package let at: Date
  /// Why it was refused; nil for a form.
  package let refusal: Refusal?

  package struct Refusal: Hashable, Sendable {
    /// The name of the app password.
    package let app: String?
    package let limit: LimitReached

    package init(of app: String?, by limit: LimitReached) { (self.app, self.limit) = (app, limit) }
  }

  package init(
    id: SavedDraftID, account: AccountID, path: String, fields: [SavedDraftField], at: Date, refusal: Refusal? = nil
  ) {
    (self.id, self.account, self.path, self.fields, self.at) = (id, account, path, fields, at)
    self.refusal = refusal
  }
}

package struct SavedDraftField: Hashable, Sendable, Codable {
  package let name: String
  /// The value, as sent.
  package let value: String

  package init(name: String, value: String) { (self.name, self.value) = (name, value) }
}
