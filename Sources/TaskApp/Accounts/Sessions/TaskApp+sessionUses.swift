public import Logging
import TaskStore
import Tasks

extension TaskApp {
  /// Writes the noted session uses in one transaction, outside of any request. Notes that cannot be written are restored for the
  /// next call.
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
