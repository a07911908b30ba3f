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
