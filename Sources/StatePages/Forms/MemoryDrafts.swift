public import Hummingbird
import Synchronization

/// Drafts across signing in, in memory: nothing that was typed is lost because a session has expired meanwhile. Those of a reader are lost
/// when the process ends, and the oldest when there are too many.
///
/// 1. A form arrives after its session has expired. The gate calls ``keep(_:sentTo:of:)``, and prints the id as a hidden field of its
///    sign-in form, see ``GateView``.
/// 2. After signing in, the redirect leads to a page that shows the draft of ``id(in:)``, its ``form(_:of:)``, with the id as a hidden
///    field. A form can hold any id, so that of another reader has none.
/// 3. That form is processed like any other, then ``forget(_:accepted:of:)`` deletes the draft if the form was accepted.
///
/// Keep drafts of sessions that have *expired* only. A session that was ended may be in other hands: its forms are not one press from being
/// saved.
public final class MemoryDrafts<Reader: Hashable & Sendable>: Sendable {
  private struct Kept {
    let id: IdempotencyKey
    let form: FormBody
  }

  private let perReader: Int
  private let secrets: Set<String>
  /// The name of the hidden field with the id of a draft.
  public let field: String
  private let model = Mutex<[Reader: [Kept]]>([:])

  /// Creates an instance without drafts.
  /// - Parameters:
  ///   - perReader: the maximum number of drafts of a reader.
  ///   - secrets: the names of fields that are never kept, such as passwords.
  ///   - field: the name of the hidden field with the id of a draft.
  public init(perReader: Int = 8, secrets: Set<String> = [], field: String = "draft") {
    (self.perReader, self.secrets, self.field) = (perReader, secrets, field)
  }

  /// Keeps a form, without its secrets, for the reader whose session has expired.
  public func keep(_ form: FormBody, sentTo path: String, of reader: Reader) -> IdempotencyKey {
    let form = FormBody(form.fields.filter { !secrets.contains($0.name) && $0.name != field })
    let id = IdempotencyKey(path: path, version: nil, fields: form.fields)
    model.withLock { model in
      let others = (model[reader] ?? []).filter { $0.id != id }
      model[reader] = (others + [Kept(id: id, form: form)]).suffix(perReader)
    }
    return id
  }

  /// The id of the draft that a form names; nil if it names none.
  public func id(in form: FormBody) -> IdempotencyKey? { form.optional(field).flatMap { IdempotencyKey($0) } }

  /// The form of a draft; nil if the reader has no such draft.
  public func form(_ id: IdempotencyKey, of reader: Reader) -> FormBody? {
    model.withLock { $0[reader]?.first { $0.id == id }?.form }
  }

  /// Deletes the draft that a form was made from, if the form was accepted: answered with a redirect.
  public func forget(_ form: FormBody, accepted response: Response, of reader: Reader) {
    guard response.status == .seeOther, let id = id(in: form) else { return }
    model.withLock { model in
      model[reader]?.removeAll { $0.id == id }
      if model[reader]?.isEmpty == true { model[reader] = nil }
    }
  }
}
