package import Foundation
package import Tasks

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
