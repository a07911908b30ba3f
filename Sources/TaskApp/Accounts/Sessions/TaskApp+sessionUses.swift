public import Logging
import TaskStore
import Tasks

extension TaskApp {
  /// Writes which sessions were used, in one transaction; nothing where none was. Behind the answers: no request waits for it.
  /// Where it can't be written, it is noted again for the next time.
  public func writeSessionUses(_ logger: Logger) async {
    let uses = sessionUses.take()
    guard !uses.isEmpty else { return }
    do throws(StoreError) {
      try await store.touch(uses)
    } catch {
      sessionUses.putBack(uses)
      logger.info(
        "the use of sessions could not be noted yet",
        metadata: ["sessions": "\(uses.count)", "error": "\(error)"])
    }
  }
}
