import Foundation
import Tasks

extension Samples {
  static let feeds: [Feed] = {
    func moment(_ before: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(now - before)) }
    return [
      Feed(
        id: FeedID(9_000_000_000_001), subject: .today, made: moment(12 * 86_400), used: moment(1_200)),
      Feed(
        id: FeedID(9_000_000_000_002), subject: .list(lists[1].id), listName: lists[1].name, made: moment(86_400)),
      Feed(
        id: FeedID(9_000_000_000_003), subject: .list(lists[0].id), listName: lists[0].name, isListDeleted: true,
        made: moment(40 * 86_400), used: moment(20 * 86_400)),
      Feed(
        id: FeedID(9_000_000_000_004), subject: .list(lists[0].id), listName: lists[0].name, made: moment(3 * 86_400),
        used: moment(86_400), ended: moment(60)),
    ]
  }()
}
