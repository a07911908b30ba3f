package import Foundation

/// The remote source of a list, with the state of its fetches. A source is created before its list, as a draft for preview.
package struct Source: Hashable, Sendable {
  package let id: SourceID
  /// The list that follows the source; nil for a draft.
  package let list: ListID?
  package let address: SourceAddress
  /// The last good copy; nil before the first fetch.
  package let copy: SourceCopy?
  /// The validators of the copy.
  package let validators: Validators
  /// When the last fetch ended, successful or not.
  package let asked: Date?
  /// The failure of the last fetch; nil if it succeeded, or if there was none.
  package let ongoingFailure: OngoingFailure?
  /// The time before which the server asked for no further requests.
  package let notBefore: Date?
  /// When a user requested a refresh; nil when no request is pending.
  package let wanted: Date?
  /// Incremented by every change of the source's state.
  package let revision: Int
  /// Whether its address is hidden from the reader, who can't refresh it either.
  package private(set) var isHidden = false

  package init(
    id: SourceID, list: ListID?, address: SourceAddress, copy: SourceCopy?, validators: Validators, asked: Date?,
    ongoingFailure: OngoingFailure?, notBefore: Date?, wanted: Date?, revision: Int
  ) {
    (self.id, self.list, self.address, self.copy) = (id, list, address, copy)
    (self.validators, self.asked, self.ongoingFailure, self.notBefore) = (validators, asked, ongoingFailure, notBefore)
    (self.wanted, self.revision) = (wanted, revision)
  }
}

extension Source {
  /// The source as members see it who may not know where the list comes from: in place of its address, it has the name of the list.
  package func hidden(behind name: String) -> Source {
    var source = Source(
      id: id, list: list, address: SourceAddress(url: "", host: name), copy: copy, validators: Validators(),
      asked: asked,
      ongoingFailure: ongoingFailure.map { OngoingFailure(failure: .unreachable, since: $0.since, times: $0.times) },
      notBefore: notBefore, wanted: wanted, revision: revision)
    source.isHidden = true
    return source
  }
}

package typealias SourceID = Identifier<Source>

/// The last good copy of a remote list, without its tasks.
package struct SourceCopy: Hashable, Sendable {
  /// The format of the file.
  package let format: PortableFormat
  /// The title in the file.
  package let title: String?
  /// The number of open tasks.
  package let open: Int
  /// The number of completed and cancelled tasks.
  package let closed: Int
  /// The number of items that could not be parsed.
  package let skipped: Int
  /// The number of completed or cancelled tasks that were left out because of the limit.
  package let omitted: Int
  /// The number of appointments, which are not tasks.
  package let appointments: Int
  /// When its tasks last changed.
  package let fetched: Date
  /// When the source last confirmed that the copy is current. Determines the age of the copy.
  package let checked: Date
  /// Whether it was fetched from a former address of the source.
  package let isFormer: Bool

  /// Whether the file had no items, unreadable ones included.
  package var isEmpty: Bool { open + closed + skipped == 0 }

  package init(
    format: PortableFormat, title: String?, open: Int, closed: Int, skipped: Int, omitted: Int = 0,
    appointments: Int = 0,
    fetched: Date, checked: Date, isFormer: Bool = false
  ) {
    (self.format, self.title, self.open, self.closed) = (format, title, open, closed)
    (self.skipped, self.omitted, self.appointments, self.fetched) = (skipped, omitted, appointments, fetched)
    (self.checked, self.isFormer) = (checked, isFormer)
  }
}

/// A failure that persists.
package struct OngoingFailure: Hashable, Sendable {
  /// The failure of the last fetch.
  package let failure: SourceFailure
  /// When the first fetch failed since the last successful one.
  package let since: Date
  /// The number of failed fetches since then.
  package let times: Int

  package init(failure: SourceFailure, since: Date, times: Int) {
    (self.failure, self.since, self.times) = (failure, since, times)
  }
}

/// An event of a source: a state, and how often it repeated.
package struct SourceEvent: Hashable, Sendable {
  package let state: State
  /// The host at that time. The source may have another address now.
  package let host: String
  /// The time of the first fetch with this state.
  package let at: Date
  /// The time of the last fetch with this state.
  package let last: Date
  /// The number of consecutive fetches with this state.
  package let times: Int
  /// The added and removed tasks; nil if there were none, or for the first copy.
  package let changes: SourceChanges?

  /// The state after a fetch.
  package enum State: Hashable, Sendable {
    /// A copy with the given numbers of tasks and unreadable items.
    case content(open: Int, closed: Int, skipped: Int)
    /// The source has no tasks.
    case empty
    /// The fetch failed.
    case failed(SourceFailure)
  }

  package init(state: State, host: String, at: Date, last: Date, times: Int, changes: SourceChanges? = nil) {
    (self.state, self.host, self.at, self.last, self.times, self.changes) = (state, host, at, last, times, changes)
  }
}

/// The validators of a response, sent with the next request to check for changes (RFC 9110, section 8.8).
package struct Validators: Hashable, Sendable {
  /// The value of `ETag`, as sent.
  package var etag: String?
  /// The value of `Last-Modified`, as sent.
  package var lastModified: String?
  /// The ctag of a collection on a CalDAV server, empty if the server sends none; nil if the source is a file.
  package var collection: String?

  /// No validators: a request without them always fetches the list.
  package static let none = Validators()

  /// Validators for the same kind of source that match no state, so that the next request fetches everything.
  package var forgotten: Validators { Validators(collection: collection.map { _ in "" }) }

  /// Creates validators from what a source sent.
  package init(etag: String? = nil, lastModified: String? = nil, collection: String? = nil) {
    (self.etag, self.lastModified, self.collection) = (etag, lastModified, collection)
  }
}
