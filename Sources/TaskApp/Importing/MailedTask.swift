import Crypto
package import Foundation
import StatePages
package import TaskFormats
package import Tasks

/// The task that a mail becomes: its subject is read like a typed line, its text becomes the notes.
package struct MailedTask: Sendable {
  package let draft: TaskDraft
  /// The task as the subject says it; nil if no words of it were understood.
  package let literal: TaskDraft?
  /// The SHA-256 digest of what every copy of the mail has in common.
  package let digest: Data

  /// - Parameters:
  ///   - settings: those of the account.
  ///   - language: that of the account, a tag of ``Languages``.
  ///   - zone: that of the account.
  ///   - leftOut: the words before the names of attachments, which are left out.
  /// - Returns: nil for a mail without subject, text and attachments.
  package init?(
    _ mail: ReceivedMail, for settings: AccountSettings, _ language: String, in zone: TimeZone, at now: Date,
    leftOut: String
  ) {
    guard let title = mail.title ?? mail.attachments.first else { return nil }
    digest = Data(SHA256.hash(data: mail.identity))
    let context = QuickAddContext(
      today: Day(of: now, in: zone), now: TimeOfDay(of: now, in: zone), order: settings.dateOrder(in: language),
      hours: settings.hours,
      firstWeekday: Weekday(rawValue: (DateStyle.of(language).firstWeekday + 6) % 7 + 1) ?? .monday, zone: zone,
      language: language)
    let notes = Self.notes(of: mail, leftOut)
    do {
      let added = try QuickAdd(validating: TaskInput(title: title, notes: notes), context)
      (draft, literal) = (added.draft, added.literal)
    } catch {
      // Too many tags, for example: then all of them are words of the title.
      (draft, literal) = (TaskDraft(title: title, notes: notes, due: nil, priority: .none), nil)
    }
  }

  private static func notes(of mail: ReceivedMail, _ leftOut: String) -> String {
    guard mail.attachmentCount > 0 else { return mail.text }
    let others = mail.attachmentCount - mail.attachments.count
    let names = mail.attachments + (others > 0 ? ["+\(others)"] : [])
    let end = ([leftOut] + names.map { "📎 \($0)" }).joined(separator: "\n")
    if mail.text.isEmpty { return end }
    let text = Array(mail.text.utf8)[...].beginning(bytes: Limits.notesBytes - end.utf8.count - 2).text
    return "\(text)\n\n\(end)"
  }
}
