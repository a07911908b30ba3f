import Foundation
import StatePages
import Tasks

/// Who reads, by which session, and how they want things printed.
struct Reader: Sendable {
  let account: AccountID
  let name: String
  let session: SessionID
  let look: Look

  /// The day that it is where the reader is.
  var today: Day { Day(of: Date(timeIntervalSince1970: TimeInterval(look.now)), in: look.zone) }
}
