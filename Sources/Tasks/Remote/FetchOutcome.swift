public import Foundation

/// How a fetch ended. One that was cancelled has none.
public enum FetchOutcome: Hashable, Sendable {
  /// The list came.
  case fetched(ReadList, Validators)
  /// The list is what the validators named: it has not changed.
  case unchanged(Validators)
  /// The address leads to these task lists, of which one is to be chosen.
  case collections([RemoteCollection])
  /// It did not come. The source may have asked not to be asked again before some moment.
  case failed(SourceFailure, notBefore: Date?)
}

/// What a source named its answer by, to be asked next time whether that has changed (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
  /// The value of `ETag`, as sent.
  public var etag: String?
  /// The value of `Last-Modified`, as sent.
  public var lastModified: String?
  /// What names the state of a calendar on a CalDAV server, empty where the server names none; nil where the source is a file.
  public var collection: String?

  /// None: whoever asks with these wants the list whatever it is.
  public static let none = Validators()

  /// Those of the same source without what names its state: it is asked for all of it again.
  public var forgotten: Validators { Validators(collection: collection.map { _ in "" }) }

  /// What a source sent.
  public init(etag: String? = nil, lastModified: String? = nil, collection: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
    self.collection = collection
  }
}

/// What a fetch tells while it goes on.
public enum FetchProgress: Hashable, Sendable {
  /// The name is looked up and a connection made.
  case connecting
  /// The question is asked.
  case waiting
  /// What is there is no list: task lists are looked for.
  case looking
  /// So many bytes have come, as sent.
  case received(bytes: Int)
  /// The file is read; so many items were found.
  case reading(items: Int)
  /// A try failed, and another one follows: which, from 2, of how many.
  case attempt(Int, of: Int)
}
