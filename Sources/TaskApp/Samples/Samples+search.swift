import Foundation
import Tasks

extension Samples {
  static let searched = SearchParameters(typed: "tile")
  static let searchedAll = SearchParameters(typed: "tile", status: .all)
  static let searchedOlder = SearchParameters(typed: "tile", status: .all, before: taskID(11))
  static let searchedFiltered = SearchParameters(
    typed: "tile", list: listID(2), due: .late, priority: .high, tag: Tag(stored: "kitchen"),
    repeats: true, since: today.adding(days: -7))
  static let filtered = SearchParameters(due: .late)

  static let found = SearchAnswer.Found(
    lists: [FoundList(id: listID(8), name: marked("Tile", "s and worktops"))], remoteTasks: foundRemote,
    areRemoteTasksCut: true,
    tasks: [
      FoundTask(
        id: taskID(11), listName: "Kitchen renovation", title: marked("Order the ", "tile", "s for the back wall"),
        excerpt: nil, due: today.adding(days: -2), tags: tags("kitchen", "Küche"), done: nil),
      FoundTask(
        id: taskID(17), listName: "Kitchen renovation", title: marked("Decide between the two quotes for the floor"),
        excerpt: FoundTask.Excerpt(
          marked("the first company lays ", "tile", "s only, 12 m² in matt white, and comes in"), isCutBefore: true,
          isCutAfter: true), due: today.adding(days: 8), done: nil),
      FoundTask(
        id: taskID(21), listName: "رحلة الصيف", title: marked("<script>", "tile", "(1)</script>"), excerpt: nil,
        due: nil,
        done: nil),
    ], olderThan: nil)

  private static let foundRemote = [
    FoundRemoteTask(
      list: remoteList.id, listName: remoteList.name, number: 4, before: 3, title: marked("", "Tile", " the porch"),
      excerpt: nil, isOpen: true, host: host, checked: date(afternoon)),
    FoundRemoteTask(
      list: remoteList.id, listName: remoteList.name, number: 9, before: 0, title: marked("Grout"),
      excerpt: FoundTask.Excerpt(marked("after the ", "tile", "s are dry"), isCutBefore: true, isCutAfter: false),
      isOpen: false, host: host, checked: date(afternoon)),
  ]

  static let foundMany = SearchAnswer.Found(
    lists: [],
    tasks: [
      FoundTask(
        id: taskID(31), listName: "Kitchen renovation", title: marked("Choose the ", "tile", "s"), excerpt: nil,
        due: nil,
        done: date(afternoon)),
      FoundTask(
        id: taskID(11), listName: "Kitchen renovation", title: marked("Order the ", "tile", "s for the back wall"),
        excerpt: nil, due: today.adding(days: -2), done: nil),
    ], olderThan: taskID(11))

  static let foundFiltered = SearchAnswer.Found(
    lists: [], tasks: Array(found.tasks.prefix(1)), number: 2, paging: Paging(301, of: 100), olderThan: nil,
    bound: .tasks)

  static let foundBehind = SearchAnswer.Found(
    lists: [], tasks: Array(found.tasks.prefix(1)), olderThan: nil, isBehind: true)

  /// Text in which every second piece is marked: the first of two, or the middle one of three.
  private static func marked(_ pieces: String...) -> MarkedText {
    let isMarkedFirst = pieces.count == 2
    return MarkedText(
      pieces.enumerated().map { MarkedText.Run($1, isMarked: ($0 % 2 == 0) == isMarkedFirst) })
  }
}
