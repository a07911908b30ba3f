import Logging
import TaskStore

extension ServeSettings {
  /// Takes the lock of the database for this server; nil where the system has no such locks.
  /// - Throws: ``StartProblem`` if another server holds it.
  func lock(_ logger: Logger) throws(StartProblem) -> ServerLock? {
    do throws(ServerLock.Problem) {
      return try ServerLock.take(on: database, at: port == 0 ? nil : ownAddress)
    } catch {
      switch error {
      case .held(let address):
        let place = address.map { " at \($0)" } ?? ""
        throw StartProblem(
          CommandProblem(
            """
            Another Fourfold serves the database \(database)\(place). Stop it first, or name another file with --database.
            """))
      case .obstructed(let file, let reason):
        throw StartProblem(
          CommandProblem(
            """
            The database \(database) can't be locked against a second server: \(file) is not a file that Fourfold made \
            (\(reason)). Make sure that no other server uses the database, and remove it.
            """))
      case .unavailable(let reason):
        logger.warning(
          "the database could not be locked: make sure that no other server uses it",
          metadata: ["database": "\(database)", "reason": "\(reason)"])
        return nil
      }
    }
  }
}
