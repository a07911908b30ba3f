public import Foundation

/// A form that was sent after its session had ended: kept, so that nothing typed is lost, for the same account only.
public struct KeptForm: Hashable, Sendable {
  /// Its number.
  public let id: KeptFormID
  /// Whose session had ended.
  public let account: AccountID
  /// Where it was sent to.
  public let path: String
  /// What was in it, in the form's order.
  public let fields: [KeptField]
  /// When it was sent.
  public let at: Date

  /// A form as it is stored.
  public init(id: KeptFormID, account: AccountID, path: String, fields: [KeptField], at: Date) {
    self.id = id
    self.account = account
    self.path = path
    self.fields = fields
    self.at = at
  }
}

/// One field of a kept form.
public struct KeptField: Hashable, Sendable, Codable {
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
