import HTTPTypes
import Serving
import TaskApp

/// What clients are told whose requests or connections are refused before they reach the app: in its words, printed once.
struct RejectionResponses: Sendable {
  private static let statuses: [HTTPResponse.Status] = [
    .badRequest, .requestTimeout, .uriTooLong, .requestHeaderFieldsTooLarge, .serviceUnavailable,
  ]

  private let pages: [HTTPResponse.Status: RejectionResponse]

  init(of app: TaskApp) async throws {
    var pages: [HTTPResponse.Status: RejectionResponse] = [:]
    for status in Self.statuses {
      let refused = try await app.refused(status)
      pages[status] = RejectionResponse(status: status, headers: refused.headers, body: refused.body)
    }
    self.pages = pages
  }

  /// The page of a status; without words where there is none.
  subscript(status: HTTPResponse.Status) -> RejectionResponse {
    pages[status] ?? RejectionResponse(status: status)
  }
}
