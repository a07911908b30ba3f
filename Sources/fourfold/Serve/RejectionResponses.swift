import HTTPTypes
import Serving
import TaskApp

/// The responses to requests and connections rejected before they reach the app. Rendered once, at startup.
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

  /// The response for a status, without a body if there is no page for it.
  subscript(status: HTTPResponse.Status) -> RejectionResponse {
    pages[status] ?? RejectionResponse(status: status)
  }
}
