import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// One request on its way through the app: what was asked, and what it can ask itself.
///
/// There are two: an ``AnonymousRequest``, of whom nothing is known yet, and a ``SignedInRequest``, of a reader.
protocol AppRequest: Sendable {
  var app: TaskApp { get }
  var http: Request { get }
  var context: AppContext { get }
  /// How whoever asks wants things printed.
  var look: Look { get }
  /// The name of whoever asks; nil while that is not known.
  var accountName: String? { get }
  /// All that the answer depends on; nil where that is not known before it is made.
  var requestKey: CacheKey? { get }
  /// Whether that is still the question.
  func requestKeyHolds() async -> Bool
}

extension AppRequest {
  /// Path and query, without what a proxy may put before them.
  var address: String {
    let uri = http.uri
    return uri.query.map { "\(uri.path)?\($0)" } ?? uri.path
  }

  /// Whether a browser asks ahead of a click.
  var isAhead: Bool { http.isPrefetch }

  /// A part of the address.
  func parameter(_ name: String) throws(RequestProblem) -> String {
    guard let value = context.parameters.get(name) else { throw .unknownAddress }
    return value
  }

  /// Whether the query has a name, with or without a value.
  func has(_ name: String) -> Bool {
    http.uri.queryParameters.has(name[...])
  }
}
