import Foundation
import Synchronization
import Tasks

/// Buffers the last use of sessions until it is written.
///
/// Page requests must not wait for the database writer. They note a session's use in memory, and a service writes all notes in
/// one transaction every few seconds (``TaskApp/writeSessionUses(_:)``). A crash loses the last few seconds, which is well within
/// the precision of a session's last use, one hour.
///
/// Holds at most one entry per session.
final class SessionUses: Sendable {
  private let noted = Mutex<[SessionID: Date]>([:])

  /// Notes that a session is in use.
  func note(_ session: SessionID, at moment: Date) {
    noted.withLock { noted in noted[session] = max(moment, noted[session] ?? moment) }
  }

  /// Removes and returns all notes.
  func take() -> [SessionID: Date] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }

  /// Restores notes that could not be written, unless a later use was noted in the meantime.
  func putBack(_ uses: [SessionID: Date]) {
    noted.withLock { noted in noted.merge(uses) { max($0, $1) } }
  }
}
