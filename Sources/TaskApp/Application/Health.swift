import Foundation
import Hummingbird
import StatePages
import TaskStore

enum Health {
  /// `GET /health`: 200 `ok` if the database is readable, writable, in its place and not known to be damaged; otherwise 503 and
  /// `unavailable`. Only a client on this machine learns what is wrong: a line per problem and warning, then the schema, the room on
  /// the disk, the age of the last backup, and the version.
  @Sendable static func show(_ request: AnonymousRequest) async -> Response {
    let query = request.http.uri.queryParameters
    if let mark = query.get("mark") { request.app.markedRequests.note(mark, request) }
    let found = await request.app.store.health()
    let problems = found.filter { !$0.isWarning }
    guard request.client.isUnforwardedLoopback else {
      return HealthReport(problems: problems.isEmpty ? [] : ["unavailable"]).response
    }
    let seen = query.get("marked").flatMap { request.app.markedRequests.line(of: $0) }
    return HealthReport(
      problems: problems.map(line), warnings: found.filter(\.isWarning).map(line),
      details: details(of: request.app.store) + [seen.map { "marked: \($0)" }].compactMap(\.self),
      version: "fourfold \(TaskApp.version)"
    ).response
  }

  private static func details(of store: TaskStore) -> [String] {
    var details = ["schema: \(TaskStore.schema)"]
    if let bytes = store.freeBytes { details.append("free on the disk: \(bytes / 1_000_000) MB") }
    if let backups = store.backups {
      let line = backups.last.flatMap { last in
        backups.age.map { "\(last.formatted(.iso8601)), \($0.components.seconds / 60) min ago" }
      }
      details.append("last backup: \(line ?? "none")")
    }
    return details
  }

  static func line(_ problem: HealthProblem) -> String {
    switch problem {
    case .unreadable(let cause): "the database can't be read: \(cause.words)"
    case .unwritable(let cause): "the database can't be written: \(cause.words)"
    case .fileMissing: "the database file was moved or deleted"
    case .fileReplaced: "another file stands in the place of the database"
    case .noRoom: "the disk has no room left"
    case .littleRoom(let megabytes): "the disk has only \(megabytes) MB of room left"
    case .backupOverdue: "the last backup is too old: see the log"
    case .damaged: "the database is damaged: see the log"
    case .contradictory: "the database contradicts itself: see the log"
    case .failed: "the database failed: see the log"
    }
  }
}
