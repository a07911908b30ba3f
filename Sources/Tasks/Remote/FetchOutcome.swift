package import Foundation

/// The outcome of a fetch. A cancelled fetch has none.
package enum FetchOutcome: Hashable, Sendable {
  case fetched(ReadList, Validators)
  /// The list has not changed since the given validators.
  case unchanged(Validators)
  /// The address leads to several task lists, of which the user has to choose one.
  case collections([RemoteCollection])
  /// The fetch failed. The server may have asked for no requests before a given time.
  case failed(SourceFailure, notBefore: Date?)
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

package enum FetchProgress: Hashable, Sendable {
  /// Resolving the name and connecting.
  case connecting
  /// Waiting for the response.
  case waiting
  /// The address is not a list; searching for task lists.
  case looking
  /// The number of bytes received, as sent.
  case received(bytes: Int)
  /// Parsing the file; the number of items found.
  case reading(items: Int)
  /// Retrying after a failed attempt: the number of the attempt, from 2, and the maximum.
  case attempt(Int, of: Int)
}

/// A task list found at an address, on a server that has several.
package struct RemoteCollection: Hashable, Codable, Sendable {
  /// The complete address, without user name and password.
  package let url: String
  /// The list's name on the server.
  package let name: String

  package init(url: String, name: String) { (self.url, self.name) = (url, name) }

  /// The displayable part of the address, like ``SourceAddress/place``.
  package var place: String { SourceAddress(url: url, host: SourceAddress.host(of: url)).place }
}
