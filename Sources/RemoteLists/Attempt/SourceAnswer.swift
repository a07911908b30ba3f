import Foundation
import NIOHTTP1
import TaskFormats
import Tasks

/// The response of a source, not parsed yet.
enum SourceAnswer: Hashable, Sendable {
  /// A file, with its content coding removed.
  case file([UInt8], Validators, ListHint)
  /// The stored copy is current.
  case unchanged(Validators)
  /// The calendar objects that contain tasks, and the calendar's display name.
  case calendar([String], title: String?, Validators)
  /// The task lists found by CalDAV discovery.
  case collections([RemoteCollection])
  /// The address does not lead to a CalDAV resource.
  case notCalDAV
}

enum FetchKind: Hashable, Sendable {
  case file
  /// Finds its task lists by CalDAV discovery.
  case discovery
  /// Fetches the tasks of a calendar, unless its tag is unchanged.
  case calendar(tag: String)
}

extension SourceAnswer {
  /// Interprets the response to a request for a file.
  /// - Parameters:
  ///   - validators: the validators of the request to the first address. A 304 may replace only some of them.
  ///   - name: the last path component of the address.
  init(_ answered: Exchange.Answered, validators: Validators, name: String?) throws(AttemptFailure) {
    let headers = answered.response.headers
    func validator(_ name: String, else old: String?) -> String? {
      guard let value = headers.first(name: name) else { return old }
      return (1...Self.longestValidator).contains(value.utf8.count) ? value : nil
    }
    let new = Validators(
      etag: validator("ETag", else: validators.etag),
      lastModified: validator("Last-Modified", else: validators.lastModified))
    switch answered.response.status {
    case 200, 203:
      let hint = ListHint(
        name: name, contentType: headers.first(name: "Content-Type"),
        contentDisposition: headers.first(name: "Content-Disposition"))
      self = .file(answered.response.body, answered.isRedirected ? .none : new, hint)
    case 304 where validators != .none && !answered.isRedirected: self = .unchanged(new)
    case _: throw AttemptFailure(answered.response)
    }
  }

  private static let longestValidator = 512
}

extension AttemptFailure {
  /// The failure for a status other than success, with the response's `Retry-After`.
  init(_ response: SourceResponse) {
    let after = [429, 503].contains(response.status) ? response.headers.first(name: "Retry-After") : nil
    self.init(.status(response.status), notBefore: after.flatMap { RetryAfter.moment($0, now: Date()) })
  }
}
