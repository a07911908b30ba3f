import HTTPTypes
import Hummingbird
import StatePages

/// The addresses of CalDAV.
enum Dav {
  static let methods = ["OPTIONS", "GET", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL"]
    .compactMap { HTTPRequest.Method($0) }

  /// The response to a request below `/dav`.
  @Sendable static func response(to request: AppPasswordRequest) async throws -> Response {
    throw RequestProblem.unknownAddress
  }
}
