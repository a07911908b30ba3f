import Foundation
import TaskStore
import Tasks

extension Samples {
  private static func ago(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(now - seconds)) }

  static func serverState() -> ServerState {
    ServerState(
      databaseBytes: 48_300_000, logBytes: 4_100_000, freeBytes: 21_400_000_000,
      totals: Totals(accounts: 3, sources: SourceTotals(ok: 6, failing: 0, waiting: 0)),
      backups: BackupStatus(last: ago(1_900), age: .seconds(1_900)),
      lastCheck: FinishedCheck(at: ago(30_000), findings: 0), problems: [])
  }

  static func troubledServerState() -> ServerState {
    ServerState(
      databaseBytes: 948_300_000, logBytes: 0, freeBytes: 9_600_000,
      totals: Totals(accounts: 1, sources: SourceTotals(ok: 2, failing: 3, waiting: 1)),
      backups: BackupStatus(last: nil, age: nil), lastCheck: FinishedCheck(at: ago(90_000), findings: 2),
      problems: [.littleRoom(megabytes: 9), .backupOverdue, .contradictory])
  }

  static let accountUses: [AccountUse] = {
    func use(
      _ id: Int64, _ name: String, _ usage: Usage, _ own: AccountQuotas = AccountQuotas(), disabled: Bool = false
    )
      -> AccountUse
    {
      AccountUse(
        account: Account(
          id: AccountID(9_000_000_000_000 + id), name: name, created: ago(90 * 86_400),
          disabled: disabled ? ago(86_400) : nil, isOperator: id == 1),
        usage: usage, quotas: Quotas.standard.replaced(by: own))
    }
    return [
      use(1, account, Usage(bytes: 4_260_000, tasks: 1_234, lists: 17, sources: 2)),
      use(2, "Józef Kowalski", Usage(bytes: 95_000_000, tasks: 99_000, lists: 40)),
      use(3, "رحلة", Usage(bytes: 2_000_000, tasks: 12, lists: 1), AccountQuotas(bytes: 1_000_000), disabled: true),
    ]
  }()

  static let slowRequests = [
    SlowRequest(method: "GET", route: "/search", status: 200, duration: .milliseconds(2_340), at: ago(600)),
    SlowRequest(
      method: "POST", route: "/lists/{id}/tasks", status: 503, duration: .milliseconds(5_020), at: ago(90_000)),
    SlowRequest(method: "GET", route: "none", status: 404, duration: .milliseconds(1_000), at: ago(200_000)),
  ]

  static let failedJobs = [JobFailure(.backup, at: ago(4_000)), JobFailure(.check, at: ago(100_000))]
}
