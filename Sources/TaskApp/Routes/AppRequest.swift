import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// A request to the app: an ``AnonymousRequest`` before authentication, or the ``SignedInRequest`` of a known account.
protocol AppRequest: Sendable {
  var app: TaskApp { get }
  var http: Request { get }
  var context: AppContext { get }
  /// The reader's display settings.
  var look: Look { get }
  /// The name of the account; nil before authentication.
  var accountName: String? { get }
  /// How many of the account's tasks are due, for the app bar.
  var due: DueCounts { get }
  /// The cache key of the response; nil if that is not known before the page is made.
  var requestKey: CacheKey? { get }
  /// Whether ``requestKey`` would be the same now.
  func requestKeyHolds() async -> Bool
}

extension AppRequest {
  /// None before authentication.
  var due: DueCounts { DueCounts() }

  /// Path and query.
  var address: String { http.address }

  /// Whether a browser prefetches the page.
  var isPrefetch: Bool { http.isPrefetch }

  /// The value of an open segment of the route's pattern.
  func parameter(_ name: String) throws(RequestProblem) -> String {
    guard let value = context.parameters.get(name) else { throw .unknownAddress }
    return value
  }

  /// Whether the query has a parameter, with or without a value.
  func has(_ name: String) -> Bool {
    http.uri.queryParameters.has(name[...])
  }
}
