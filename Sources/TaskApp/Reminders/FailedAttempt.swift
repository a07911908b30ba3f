import Foundation
import StatePages
import Tasks

/// Why nothing was sent, when, and what the server said.
struct FailedAttempt: TemplateView {
  static let fields: [String: Field<FailedAttempt>] = [
    "at": .view { Moment($0.at, for: $0.look) }, "reply": .optional(\.reply),
    "template": .template(among: failures.map(words)) { words($0.code) },
  ]

  private let at: Date
  private let code: String
  private let reply: String?
  private let look: DisplaySettings

  /// Nil for an attempt that did not fail.
  init?(_ attempt: ReminderChannel.Attempt, _ look: DisplaySettings) {
    guard case .failed(let code, let reply) = attempt.outcome else { return nil }
    (at, self.reply, self.look) = (attempt.at, reply, look)
    self.code = Self.failures.contains(code) ? code : Self.other
  }

  /// The codes of failures that have words; see `SendingFailure.code`.
  static let failures = [
    "no-mail", "no-such-host", "name-lookup", "refused", "unreachable", "insecure", "blocked-address", "blocked-port",
    "no-tls", "handshake", "certificate", "authentication", "rejected", "deferred", "timed-out", "cut-off", "too-large",
    "malformed", "program", "cancelled", other,
  ]
  static let other = "other"

  private static func words(_ code: String) -> String { "words/sending.\(code)" }
}
