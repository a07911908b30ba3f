import HTTPTypes
import Testing

@testable import Serving

struct DepartureTests {
  @Test(arguments: [HTTPRequest.Method.get, .head, .options, .trace])
  func `a safe request is cancelled when its client leaves, and begins cancelled after that`(
    method: HTTPRequest.Method
  ) async {
    let departure = Departure()
    departure.begin(method)
    #expect(departure.cancelsOnLeaving)
    #expect(await beginsCancelled(method, departure))
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
  func `any other request is not`(method: HTTPRequest.Method) async {
    let departure = Departure()
    departure.begin(method)
    #expect(!departure.cancelsOnLeaving)
    #expect(await !beginsCancelled(method, departure))
  }

  @Test func `between requests nothing is cancelled`() {
    let departure = Departure()
    departure.begin(.get)
    departure.end()
    #expect(!departure.cancelsOnLeaving)
  }

  private func beginsCancelled(_ method: HTTPRequest.Method, _ departure: Departure) async -> Bool {
    await Task {
      departure.begin(method)
      return Task.isCancelled
    }.value
  }
}

extension Departure {
  fileprivate var cancelsOnLeaving: Bool {
    var isCancelled = false
    clientLeft { isCancelled = true }
    return isCancelled
  }
}
