package import Foundation

/// A calendar feed: an address with a secret, at which calendar apps subscribe to tasks.
package struct Feed: Hashable, Sendable {
  /// What a feed shows.
  package enum Subject: Hashable, Sendable {
    /// The open tasks of Today: overdue, due today, and due within the next days.
    case today
    /// The tasks of a list, or the matches of a saved filter.
    case list(ListID)
  }

  /// The id. It is no secret.
  package let id: FeedID
  /// What it shows.
  package let subject: Subject
  /// The name of the list; nil for Today.
  package let listName: String?
  /// Whether the list is in the trash. The feed has no calendar then.
  package let isListDeleted: Bool
  /// When its address was made: with the feed, or when it was last renewed.
  package let made: Date
  /// When a calendar app last read it, to the minute; nil if none did since its address was made.
  package let used: Date?
  /// When it was ended; nil while it works.
  package let ended: Date?

  package init(
    id: FeedID, subject: Subject, listName: String? = nil, isListDeleted: Bool = false, made: Date, used: Date? = nil,
    ended: Date? = nil
  ) {
    (self.id, self.subject, self.listName, self.isListDeleted) = (id, subject, listName, isListDeleted)
    (self.made, self.used, self.ended) = (made, used, ended)
  }
}

/// The id of a calendar feed.
package typealias FeedID = Identifier<Feed>
