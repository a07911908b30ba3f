import Hummingbird
import StatePages
import TaskStore

/// The health check for monitoring.
enum Health {
  /// `GET /health`: 200 `ok` if the database is readable, writable, in its place and not known to be damaged; otherwise 503 and a
  /// line per problem. Warnings add lines but do not change the status. The last line is the version.
  @Sendable static func show(_ request: AnonymousRequest) async -> Response {
    let found = await request.app.store.health()
    return HealthReport(
      problems: found.filter { !$0.isWarning }.map(line), warnings: found.filter(\.isWarning).map(line),
      version: "fourfold \(TaskApp.version)"
    ).response
  }

  private static func line(_ problem: HealthProblem) -> String {
    switch problem {
    case .unreadable(let cause): "the database can't be read: \(words(cause))"
    case .unwritable(let cause): "the database can't be written: \(words(cause))"
    case .fileMissing: "the database file was moved or deleted"
    case .fileReplaced: "another file stands in the place of the database"
    case .fileOverwritten: "the database file was overwritten while it was open"
    case .noRoom: "the disk has no room left"
    case .littleRoom(let megabytes): "the disk has only \(megabytes) MB of room left"
    case .damaged: "the database is damaged: see the log"
    case .contradictory: "the database contradicts itself: see the log"
    case .failed: "the database failed: see the log"
    }
  }

  private static func words(_ cause: Unavailable) -> String {
    switch cause {
    case .busy: "another process holds it"
    case .tooManyReaders: "too many wait for it"
    case .closed: "it is closed"
    case .diskFull: "the disk is full"
    case .quotaReached: "the disk quota is used up"
    case .readOnly: "it is read-only"
    case .accessDenied: "permission denied"
    case .fileMoved: "its file was moved"
    case .diskError: "the disk reported an error"
    case .damaged: "it is damaged"
    }
  }
}
