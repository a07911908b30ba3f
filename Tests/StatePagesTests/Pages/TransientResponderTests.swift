import HTTPTypes
import Hummingbird
import NIOCore
import StatePagesTesting
import Testing

@testable import StatePages

@Suite(.timeLimit(.minutes(20))) struct TransientResponderTests {
  @Test func `the response is the base responder's`() async throws {
    let response = try await respond { _ in Response(status: .gone) }
    #expect(response.status == .gone)
  }

  @Test func `an error is the base responder's`() async {
    await #expect(throws: ChannelError.self) {
      try await respond { _ in throw ChannelError.eof }
    }
  }

  @Test func `a cancelled task cancels its response`() async throws {
    let (begun, cancelled) = (Tally(), Tally())
    let answer = Task {
      try await respond { _ in
        begun.increment()
        do {
          try await Task.sleep(for: .seconds(3_600))
        } catch {
          cancelled.increment()
        }
        return Response(status: .ok)
      }
    }
    await begun.reaches(1)
    answer.cancel()
    await cancelled.reaches(1)
    _ = try await answer.value
  }

  private func respond(_ base: @escaping @Sendable (Request) async throws -> Response) async throws -> Response {
    let responder = TransientResponder(CallbackResponder { (request: Request, _: Int) in try await base(request) })
    return try await responder.respond(to: OnePageApp.request().request, context: 0)
  }
}
