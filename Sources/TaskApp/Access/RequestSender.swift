import StatePages
import StateViews
import Tasks

/// The sender of a request, whose requests per minute are limited: an account, or before authentication a network.
enum RequestSender: Hashable, Sendable {
  case account(AccountID)
  /// The programs that an account has signed in to, apart from its pages.
  case programs(AccountID)
  case network(ClientAddress?)

  /// The cost of a form in pages.
  static let form = 2
  /// The cost of a request of a program in pages. The first copy of the largest list takes one for each task.
  static let program = 1.0 / 40

  /// Limits the pages per minute of each sender, a quarter of them at once.
  static func limiter(perMinute: Int, clock: some Clock<Duration>) -> RateLimiter<RequestSender> {
    let most = max(Double(perMinute) / 4, Double(form))
    return RateLimiter(clock: clock) { _ in Allowance(tries: most, window: .seconds(60) * (most / Double(perMinute))) }
  }
}

extension AnonymousRequest {
  /// Counts the request for the client's network.
  func requireRate(cost: Int = 1) throws(Failure) {
    try app.requireRate(of: .network(client.ip?.network), cost: Double(cost))
  }
}

extension SignedInRequest {
  func requireRate(cost: Int = 1) throws(Failure) {
    try app.requireRate(of: .account(reader.account), cost: Double(cost))
  }
}

extension AppPasswordRequest {
  /// Counts the request for the programs of the account.
  func requireRate() throws(Failure) { try app.requireRate(of: .programs(account.id), cost: RequestSender.program) }
}

extension TaskApp {
  fileprivate func requireRate(of sender: RequestSender, cost: Double) throws(Failure) {
    guard let wait = requestRate?.admit([sender], cost: cost) else { return }
    settings.onMetric?(.rateLimited)
    throw .tooManyRequests(wait: wait)
  }
}
