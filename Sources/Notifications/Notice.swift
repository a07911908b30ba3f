package import Foundation
import NetworkAddresses

/// A message for a person: a reminder, a digest, a test.
package struct Notice: Hashable, Sendable {
  /// A way to answer: a button of ntfy, and a member of a webhook's event. The text of a mail has its links itself.
  package struct Action: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      /// The address is opened in a browser.
      case view
      /// The address is posted to, without a page.
      case post
    }

    package var label: String
    package var url: String
    package var kind: Kind

    package init(_ label: String, _ url: String, _ kind: Kind = .view) {
      (self.label, self.url, self.kind) = (label, url, kind)
    }
  }

  package enum Priority: String, Hashable, Sendable {
    case low, usual, high
  }

  /// The identifier of every try to send the notice, so that a receiver can tell that it had it before: letters, digits, points, hyphens.
  package var id: String
  package var title: String
  /// Plain text. Lines end with a line feed.
  package var text: String
  /// An HTML document with what the text says, for mails; nil for plain text only.
  package var html: String?
  /// The page that the notice is about.
  package var url: String?
  package var actions: [Action] = []
  package var priority = Priority.usual
  /// A language tag (BCP 47).
  package var language: String?
  /// The `https` address that ends such mails, by a form (RFC 8058) or by its page.
  package var unsubscribe: String?
  /// The ``id`` of an earlier notice about the same, which mail programs show together.
  package var thread: String?
  /// The type of a webhook's event.
  package var event = "reminder"
  package var date: Date

  package init(id: String, title: String, text: String, date: Date = .now) {
    (self.id, self.title, self.text, self.date) = (id, title, text, date)
  }
}

extension String {
  /// The identifier with nothing in it that would end a header, within its bounds.
  var token: String { String(decoding: utf8.prefix(100), as: UTF8.self).percentEncoded }
}
