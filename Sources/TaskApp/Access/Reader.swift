import Foundation
import StatePages
import Tasks

/// Who reads, by which session, and how they want things printed.
struct Reader: Sendable {
  let account: AccountID
  let name: String
  let session: SessionID
  let look: Look
  /// Names the database that says so: numbers mean something only together with it.
  let epoch: String
  /// Names all that is in the database, as it was when the request came; nil where that can't be told.
  let dataVersion: Int64?

  /// The day that it is where the reader is.
  var today: Day { look.today }
}

extension Look {
  /// How many lists a page of them has: each has a card of its own.
  var listRows: Int { min(rows, 100) }

  /// The day that it is in its zone.
  var today: Day { Day(daysSince1970: day) }
}
