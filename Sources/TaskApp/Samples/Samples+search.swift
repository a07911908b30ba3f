import Foundation
import Tasks

extension Samples {
  static let searched = SearchParameters(typed: "tile")
  static let searchedAll = SearchParameters(typed: "tile", status: .all)
  static let searchedOlder = SearchParameters(typed: "tile", status: .all, before: taskID(11))
  static let searchedFiltered = SearchParameters(
    typed: "tile", list: listID(2), due: .late, priority: .high,
    tags: TagFilter([Tag(stored: "kitchen")], without: [Tag(stored: "phone")]),
    repeats: true, assignee: person(1).account, since: today.adding(days: -7))
  static let filtered = SearchParameters(due: .late)

  static let found = SearchAnswer.Found(
    lists: [FoundList(id: listID(8), name: marked("Tile", "s and worktops"))],
    tags: [FoundTag(Tag(stored: "tiled/floor"), name: marked("", "tile", "d/floor"))],
    tasks: [
      found(11, marked("Order the ", "tile", "s for the back wall"), due: -2, tags("kitchen", "Küche"), .high),
      found(
        17, marked("Decide between the two quotes for the floor"), due: 8,
        notes: FoundTask.Excerpt(
          marked("the first company lays ", "tile", "s only, 12 m² in matt white, and comes in"), isCutBefore: true,
          isCutAfter: true)),
      found(21, marked("<script>", "tile", "(1)</script>"), in: "رحلة الصيف"),
    ], olderThan: nil)

  static let foundMany = SearchAnswer.Found(
    lists: [],
    tasks: [
      found(31, marked("Choose the ", "tile", "s"), done: afternoon),
      found(11, marked("Order the ", "tile", "s for the back wall"), due: -2),
    ], olderThan: taskID(11))

  /// The first one was completed a moment ago, and does not match any more.
  static let foundJustCompleted = SearchAnswer.Found(
    lists: [],
    tasks: [found(11, marked("Order the ", "tile", "s for the back wall"), due: -2, done: afternoon)]
      + Array(found.tasks.dropFirst()), matchCount: 2, olderThan: nil)

  static let foundFiltered = SearchAnswer.Found(
    lists: [], tasks: Array(found.tasks.prefix(1)), number: 2, paging: Paging(301, of: 100), olderThan: nil,
    bound: .tasks)

  private static func found(
    _ id: Int64, _ title: MarkedText, due: Int? = nil, _ tags: TagSet = TagSet(), _ priority: Priority = .none,
    notes: FoundTask.Excerpt? = nil, done: Int64? = nil, in list: String = "Kitchen renovation"
  ) -> FoundTask {
    FoundTask(
      TaskRow(
        id: taskID(id), list: listID(2), title: title.runs.map(\.text).joined(), hasNotes: notes != nil,
        due: due.map { today.adding(days: $0) }, tags: tags, priority: priority, done: done.map(date),
        version: changeID(30)),
      listName: list, title: title, excerpt: notes)
  }

  /// Text in which every second piece is marked: the first of two, or the middle one of three.
  private static func marked(_ pieces: String...) -> MarkedText {
    let isMarkedFirst = pieces.count == 2
    return MarkedText(pieces.enumerated().map { MarkedText.Run($1, isMarked: ($0 % 2 == 0) == isMarkedFirst) })
  }

  static let tagColors = TagColors(["garden": .green, "kitchen": .amber])

  /// The dates and tags of the field that adds.
  static var addDates: AddFormDates {
    var dates = AddFormDates(look: look)
    dates.offer(tags("garden", "kitchen", "phone").tags, tagColors)
    return dates
  }

  /// Rows with tags, some of which have a color.
  static let taggedRows = [
    tagged(31, "Water the beans", tags("garden")),
    tagged(32, "Call about the sink", tags("phone", "kitchen", "garden")),
  ]

  private static func tagged(_ id: Int64, _ title: String, _ tags: TagSet) -> TaskRow {
    TaskRow(
      id: taskID(id), list: listID(2), title: title, hasNotes: false, due: nil, tags: tags, priority: .none, done: nil,
      version: changeID(30))
  }

  static let tagSummaries: [TagSummary] = [
    tag(1, "a-tag-without-any-place-to-break-it-anywhere", open: 0, isUsed: false), tag(2, "garden", open: 12, .green),
    tag(3, "kitchen", open: 1, .amber), tag(4, "Mill-Street", open: 0),
    tag(5, "phone", open: Limits.countedTaggedTasks),
    tag(6, "مطبخ", open: 3), tag(7, "買い物", open: 2),
  ]

  private static func tag(
    _ number: Int64, _ name: String, open: Int, isUsed: Bool = true, _ color: ListColor.Name? = nil
  ) -> TagSummary {
    TagSummary(id: TagID(taskID(number).value), tag: Tag(stored: name), open: open, isUsed: isUsed, color: color)
  }

  static let reviewedLists = [
    Review.List(id: listID(2), name: "Kitchen renovation", open: 14, late: 3),
    Review.List(id: listID(6), name: "رحلة الصيف", open: 2, late: 0),
    Review.List(id: listID(3), name: "Reading", open: 310, late: 100),
  ]

  static let postponed = [
    Review.Postponed(
      id: taskID(11), title: "Order the tiles for the back wall", listName: "Kitchen renovation",
      due: today.adding(days: 4), times: 7),
    Review.Postponed(id: taskID(12), title: "<b>Call the electrician</b>", listName: "رحلة الصيف", due: nil, times: 2),
  ]
}
