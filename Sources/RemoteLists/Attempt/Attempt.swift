import Foundation
import Tasks

/// One attempt to answer a question about a source, including redirects.
struct Attempt: Sendable {
  let address: SourceAddress
  let question: SourceQuestion
  let validators: Validators
  /// The attempt's number, from 1.
  let number: Int
  let settings: FetchSettings
  let resolver: any AddressResolver
  let watch: ProgressReporter
  let deadline: ContinuousClock.Instant

  func run() async throws(AttemptFailure) -> SourceAnswer {
    do {
      return try await answer()
    } catch let trouble as AttemptFailure {
      throw trouble
    } catch let failure as SourceFailure {
      throw AttemptFailure(failure)
    } catch {
      throw AttemptFailure(SourceFailure(transport: error, watch))
    }
  }

  private func answer() async throws -> SourceAnswer {
    let start = try Hop(address.url, else: .noSuchHost, settings: settings)
    var exchange = Exchange(
      number: number, settings: settings, resolver: resolver, watch: watch, deadline: deadline,
      login: address.login.map { Login(user: $0.user, password: $0.password) }, for: start.origin)
    switch question {
    case .file:
      let answered = try await exchange.send(.file(ifNot: validators), to: start, redirected: .file(ifNot: .none))
      return try FileAnswer(answered, validators: validators, name: address.fileName).answer()
    case .discovery:
      return try await CalendarDiscovery(settings: settings, hasLogin: address.login != nil).answer(
        from: start, &exchange)
    case .calendar(let tag): return try await CalendarQuery(tag: tag).answer(at: start, &exchange)
    }
  }
}
