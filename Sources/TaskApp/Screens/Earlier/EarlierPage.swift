import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a list as it was at a moment. Nothing on it can be changed; what is otherwise now can be brought back.
enum EarlierPage {
  static func page(
    _ list: ListSummary, asOf minute: LocalMinute, for request: SignedInRequest
  ) async throws(Failure) -> Page {
    let recentChange = try await request.recentChange()
    return Page(
      request, .list, name: list.name, of: list.id, notice: recentChange?.notice(from: request.from),
      from: request.from
    ) {
      EarlierHead(list: list, minute: minute, look: request.look)
      Region<EarlierScreen>(
        "earlier", content(list, minute, request), retry: request.retry, placement: .page)
      PagePart.piece("moment", EarlierForm(list: list.id, minute: minute))
    }
  }

  private static func content(
    _ list: ListSummary, _ minute: LocalMinute, _ request: SignedInRequest
  ) -> Loader<EarlierScreen.Content> {
    let (store, look) = (request.store.interruptible, request.look)
    guard let moment = minute.date(for: look) else { return Loader(.other(.noSuchMinute)) }
    let oldest = Double(look.now) - Double(Limits.undoDays) * 86_400
    guard moment.timeIntervalSince1970 >= oldest else { return Loader(.other(.tooOld)) }
    return Loader { _ throws(Interruption) in
      guard let earlier = try await store.list(list.id, asOf: moment) else { return .other(.tooManyChanges) }
      let content = EarlierScreen.Content(list: earlier, minute: minute, name: list.name)
      return earlier.rows.isEmpty ? .empty(.nothingThen) : .content(content)
    }
  }
}

struct EarlierHead: Piece {
  static let template = "earlier/head"
  static let fields: [String: Field<EarlierHead>] = [
    "name": .text(\.list.name), "nowHref": .link { .openList($0.list.id) },
    "day": .text { DayPrinter($0.look).fullDate($0.minute.day) },
    "time": .text { DayPrinter($0.look).time($0.minute.time) },
  ]
  let list: ListSummary
  let minute: LocalMinute
  let look: DisplaySettings
}

/// The field for another moment.
struct EarlierForm: Piece {
  static let template = "earlier/form"
  static let fields: [String: Field<EarlierForm>] = [
    "action": .link { .openList($0.list) }, "moment": .text(\.minute.description),
    "days": .number { _ in Limits.undoDays },
  ]
  let list: ListID
  let minute: LocalMinute
}

extension LocalMinute {
  /// The moment; nil for a minute that the clock leaves out.
  func date(for look: DisplaySettings) -> Date? {
    look.calendar.date(
      from: DateComponents(
        year: day.year, month: day.month, day: day.day, hour: time.minutes / 60, minute: time.minutes % 60))
  }
}
