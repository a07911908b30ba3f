import HTTPTypes
import Testing

@testable import StatePagesServing

struct ClientDisconnectTests {
  @Test(arguments: [HTTPRequest.Method.get, .head, .options, .trace])
  func `a safe request is cancelled when its client disconnects, and later ones begin cancelled`(
    method: HTTPRequest.Method
  ) async {
    let departure = ClientDisconnect()
    #expect(await cancels(departure) { departure.begin(method) })
    #expect(await beginsCancelled(method, departure))
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
  func `any other request is not cancelled`(method: HTTPRequest.Method) async {
    let departure = ClientDisconnect()
    #expect(await !cancels(departure) { departure.begin(method) })
    #expect(await !beginsCancelled(method, departure))
  }

  @Test func `between requests nothing is cancelled`() async {
    let departure = ClientDisconnect()
    let cancels = await cancels(departure) {
      departure.begin(.get)
      departure.end()
    }
    #expect(!cancels)
  }

  @Test func `a task is not cancelled after all its requests are answered`() async {
    let departure = ClientDisconnect()
    await Task {
      await departure.whileAnswering { departure.begin(.get) }
      departure.clientLeft()
      #expect(!Task.isCancelled)
    }.value
  }

  /// Whether the task of the response is cancelled when the client disconnects.
  private func cancels(_ departure: ClientDisconnect, after begin: @escaping @Sendable () -> Void) async -> Bool {
    await Task {
      var isCancelled = false
      await departure.whileAnswering {
        begin()
        departure.clientLeft()
        isCancelled = Task.isCancelled
      }
      return isCancelled
    }.value
  }

  private func beginsCancelled(_ method: HTTPRequest.Method, _ departure: ClientDisconnect) async -> Bool {
    await Task {
      var isCancelled = false
      await departure.whileAnswering {
        departure.begin(method)
        isCancelled = Task.isCancelled
      }
      return isCancelled
    }.value
  }
}
