public import Hummingbird
public import Logging
import StateViews

/// A form that could not be processed, without its secrets: kept so that it can be shown and sent again.
public struct FormDraft: Hashable, Sendable {
  /// A field and its value.
  public struct FormField: Hashable, Sendable, Codable {
    /// The name of the field.
    public let name: String
    /// What was typed or chosen.
    public let value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The path that the form was sent to.
  public let path: String
  /// The fields, in the order of the form.
  public let fields: [FormField]

  /// Creates a draft.
  public init(path: String, fields: [FormField]) {
    self.path = path
    self.fields = fields
  }
}

/// Where an app keeps drafts: forms that were sent after their sender's session had expired.
///
/// What an account keeps this way counts to its quota, or is bounded by a number of drafts for each session.
public protocol DraftStorage: Sendable {
  /// What is known of the sender of a form: the expired session.
  associatedtype Sender: Sendable
  /// Who may see a draft: the account that signs in.
  associatedtype Owner: Sendable
  /// Identifies a draft.
  associatedtype ID: LosslessStringConvertible & Sendable

  /// Keeps a draft for the account of the sender.
  func keep(_ draft: FormDraft, of sender: Sender) async throws -> ID
  /// Deletes a draft of the owner.
  func forget(_ id: ID, of owner: Owner) async throws
}

/// Drafts across signing in: nothing that was typed is lost because a session has expired meanwhile.
///
/// 1. A form arrives without a valid session. The gate calls ``keep(_:sentTo:of:logger:)``, and prints the id as a hidden field of its
///    sign-in form.
/// 2. After signing in, the redirect leads to a page that shows the draft of ``id(in:)`` as a form with the draft's path as its action,
///    and the id as a hidden field. The page looks the draft up among those of its reader, because a form can hold any id.
/// 3. That form is processed like any other, then ``forget(_:accepted:of:logger:)`` deletes the draft if the form was accepted.
///
/// Keep drafts of sessions that have *expired* only. A session that was ended, on another device or by a new password, may be in other
/// hands: its forms are not one press from being saved.
public struct Drafts<Storage: DraftStorage>: Sendable {
  private let storage: Storage
  private let secrets: Set<String>
  /// The name of the hidden field with the id of a draft.
  public let field: String

  /// Creates the drafts of an app.
  /// - Parameters:
  ///   - storage: where they are kept.
  ///   - secrets: the names of fields that are never kept, such as passwords.
  ///   - field: the name of the hidden field with the id of a draft.
  public init(_ storage: Storage, secrets: Set<String>, field: String = "draft") {
    self.storage = storage
    self.secrets = secrets
    self.field = field
  }

  /// Keeps a form, without its secrets; nil if that fails, and then the gate should show what was typed.
  public func keep(
    _ form: FormBody, sentTo path: String, of sender: Storage.Sender, logger: Logger
  ) async -> Storage.ID? {
    let fields = form.fields.filter { !secrets.contains($0.name) && $0.name != field }
    do {
      return try await storage.keep(
        FormDraft(path: path, fields: fields.map { .init(name: $0.name, value: $0.value) }), of: sender)
    } catch {
      logger.warning("a form could not be kept", metadata: ["error": "\(error)"])
      return nil
    }
  }

  /// The id of the draft that a form names; nil if it names none.
  public func id(in form: FormBody) -> Storage.ID? {
    form.optional(field).flatMap { Storage.ID($0) }
  }

  /// Deletes the draft that an accepted form was made from. If that fails, it remains; its page should offer to discard it.
  /// - Parameters:
  ///   - form: the form.
  ///   - response: the response to it: a redirect, if it was accepted.
  ///   - owner: who sent it.
  ///   - logger: the log of the request.
  public func forget(_ form: FormBody, accepted response: Response, of owner: Storage.Owner, logger: Logger) async {
    guard response.status == .seeOther, let id = id(in: form) else { return }
    do {
      try await storage.forget(id, of: owner)
    } catch {
      logger.debug("a kept form was not forgotten", metadata: ["error": "\(error)"])
    }
  }
}
