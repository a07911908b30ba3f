import Foundation
import Synchronization
import Tasks

/// When sessions were last used, until that is written.
///
/// A page is not worth a wait for the one who writes: requests note a session's use here, in memory, and a service writes all that
/// was noted in one transaction every few seconds (``TaskApp/writeSessionUses(_:)``). What was noted in the last seconds before a
/// power cut is lost, and with it no more than the hour to which a session's last use is known.
///
/// It holds one entry for each session that is used, and no more than there are sessions.
final class SessionUses: Sendable {
  private let noted = Mutex<[SessionID: Date]>([:])

  /// Notes that a session is in use.
  func note(_ session: SessionID, at moment: Date) {
    noted.withLock { noted in noted[session] = max(moment, noted[session] ?? moment) }
  }

  /// What was noted and is to be written now. It is noted no longer.
  func take() -> [SessionID: Date] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }

  /// Notes again what could not be written, unless a later use was noted meanwhile.
  func putBack(_ uses: [SessionID: Date]) {
    noted.withLock { noted in noted.merge(uses) { max($0, $1) } }
  }
}
