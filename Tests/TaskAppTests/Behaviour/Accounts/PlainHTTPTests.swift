import HTTPTypes
import StatePages
import StatePagesTesting
import Testing

@testable import TaskApp

/// Connections of which a proxy tells the client's address. What is secure is told in `Tests/Transcripts/connections.txt`.
struct PlainHTTPTests {
  @Test func `tries are counted by the address that a trusted proxy reports, else by that of the peer`() async throws {
    for (peer, status) in [("10.0.0.1", HTTPResponse.Status.unprocessableContent), ("192.0.2.66", .tooManyRequests)] {
      var settings = TaskApp.Settings.test
      settings.plainHTTP = true
      settings.site.proxies = try TrustedProxies(parsing: "10.0.0.0/8")
      var world = try await World(settings).showing(nil)
      world.peer = peer
      var last: Answer?
      for number in 1...11 {
        var headers = HTTPFields.form
        headers[.forwardedProto] = "https"
        headers[try #require(HTTPField.Name("X-Forwarded-For"))] = "198.51.100.\(number)"
        last = try await world.send(
          .post, "/sign-in", headers, body: Form.encoded([("username", "Name \(number)"), ("password", "a guess")]))
      }
      #expect(last?.status == status, "\(peer)")
    }
  }
}
