import Crypto
import Foundation
import StatePages
import Tasks

/// The part of an address by which a message is answered without a session: a delivery, one of its tasks, and a signature.
///
///     /answers/4711-17-kbR0…/done
///
/// An act has a signature of its own, so that the link of one is none of another. The delivery knows the account; ``AnswerPage`` decides
/// whether it still holds.
struct AnswerToken: Hashable, Sendable {
  let delivery: DeliveryID
  /// Nil for the delivery itself, which is stopped.
  let task: TaskID?
  let act: AnswerAct
  let signature: String

  /// Signs a link.
  init(_ delivery: DeliveryID, _ task: TaskID?, _ act: AnswerAct, key: Data) {
    (self.delivery, self.task, self.act) = (delivery, task, act)
    signature = Self.signature(delivery, task, act, key)
  }

  /// Reads the two parts of a path; nil for what was not signed with the key.
  init?(_ text: String, _ act: String, key: Data) {
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= 120, let delivery = DeliveryID(parts[0]),
      let act = AnswerAct(rawValue: act)
    else { return nil }
    let task = TaskID(parts[1])
    guard task != nil || parts[1] == "0", let sent = Base64.urlBytes(of: String(parts[2])) else { return nil }
    let code = Self.code(delivery, task, act)
    guard HMAC<SHA256>.isValidAuthenticationCode(sent, authenticating: code, using: SymmetricKey(data: key)) else {
      return nil
    }
    (self.delivery, self.task, self.act, signature) = (delivery, task, act, String(parts[2]))
  }

  /// The two parts of a path.
  var path: String { "\(delivery)-\(task?.description ?? "0")-\(signature)/\(act.rawValue)" }

  private static func code(_ delivery: DeliveryID, _ task: TaskID?, _ act: AnswerAct) -> Data {
    Data("answer \(delivery) \(task?.description ?? "0") \(act.rawValue)".utf8)
  }

  private static func signature(_ delivery: DeliveryID, _ task: TaskID?, _ act: AnswerAct, _ key: Data) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: code(delivery, task, act), using: SymmetricKey(data: key))
    return Base64.urlText(of: Array(code))
  }
}

/// What the link of a message does.
enum AnswerAct: String, CaseIterable, Hashable, Sendable {
  /// Completes the task.
  case done
  /// Reminds again in an hour.
  case later
  /// Moves the task to tomorrow.
  case tomorrow
  /// Removes the channel that the message was sent to.
  case stop
}
