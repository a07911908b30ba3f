import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Steps that read.
extension StoreScene {
  func read(_ step: Step) async throws -> [String] {
    switch step.name {
    case "page":
      let page = try await zoned(step).openPage(
        step.number("page") ?? 1, of: step.number("of"), in: list(step[0]), section: shownSection(step),
        including: changedRows(step), subtasks: step["steps"] == "all" ? .all : .unfolded)
      return ["\(page.number) of \(page.paging.last): \(line(page))"]
    case "place":
      let place = try await zoned(step).openPlace(
        of: task(step[0]), in: list(step[1]), section: shownSection(step), including: changedRows(step))
      return [place.map { "\($0.before) of \($0.total)" } ?? "nowhere"]
    case "section-of":
      let place = try await mine.taskPlace(of: task(step[0]), in: list(step[1]))
      return [place?.sections.first { $0.id == place?.section }?.name ?? "no section"]
    case "completed":
      let page = try await mine.completedPage(step.number("page") ?? 1, of: step.number("of") ?? 100, in: list(step[0]))
      let rows = page.rows.map { "\($0.title) in \(name(of: $0.done))" }
      return ["\(page.number) of \(page.paging.last): \(line(rows))"]
    case "trash":
      let (page, _) = try await mine.trash(page: step.number("page") ?? 1, of: step.number("of") ?? 100)
      return ["\(page.number) of \(page.paging.last), \(page.paging.total): \(line(page.rows.map(\.name)))"]
    case "lists":
      let size = step.number("of") ?? 100
      let page = try await mine.listsPage(step.number("page") ?? 1, of: size, around: list(ifAny: step["around"]))
      return ["\(page.number) of \(page.paging.last): \(line(page.rows.map(\.name)))"]
    case "place-of-list":
      return [try await mine.place(of: list(step[0])).map { "\($0.before) of \($0.total)" } ?? "nowhere"]
    case "choices": return [line(try await mine.listChoices().map { "\($0.name) \($0.open)" })]
    case "history":
      let task = step["task"] == nil ? nil : try await task(step["task"] ?? "")
      return try await mine.history(of: list(step[0]), task: task, limit: step.number("limit") ?? 100).map { tell($0) }
    case "change-of": return [try await "\(mine.change(change(step[0])).fields)".replacing("Tasks.", with: "")]
    case "change-of-last": return [try await "\(newest(of: step[0]).fields)".replacing("Tasks.", with: "")]
    case "task": return [try await detail(step)]
    case "count": return ["\(try await mine.history(of: list(step[0]), limit: 10_000).count) changes"]
    case "header":
      let header = try await mine.listHeader(list(step[0]), now: now(step))
      return ["\(header.list.open)/\(header.list.completed), late \(header.late), soon \(header.dueSoon)"]
    case "revision": return [try await mine.revision().map { name(of: $0) } ?? "none"]
    case "revision-of":
      let list = try await mine.list(list(step[0]))
      return ["last \(name(of: list.revision)), named in \(name(of: list.version))"]
    case "find": return try await found(step)
    case "count-matches":
      let count = try await mine.selectableMatches(of: step[0].isEmpty ? nil : step[0], in: filter(step))
      return [count.map { "\($0)" } ?? "too many"]
    case "today":
      let header = try await mine.todayHeader(now: now(step))
      let next = header.next.map { ", next \($0.title) \($0.due.iso)" } ?? ""
      return [
        "\(header.counts.late) late, \(header.counts.today) today, \(header.soon) soon\(next)"
          + (header.counts.hasDates ? "" : ", no dates") + (header.hasTasks ? "" : ", no tasks")
      ]
    case "due-page":
      let section = try #require(DueSection(rawValue: step[0]))
      let page = try await mine.duePage(
        section, step.number("page") ?? 1, of: step.number("of") ?? 9, now: now(step), including: changedRows(step))
      return ["\(page.number) of \(page.paging.last): \(line(page.rows.map { "\($0.row.title) in \($0.listName)" }))"]
    case "review":
      // The days of the last completions, from the day of the clock's start on.
      let days = (0...3).map { Date(timeIntervalSince1970: 1_770_000_000 + Double($0) * 86_400) }
      let review = try await mine.review(days: days, now: now(step))
      let postponed = review.postponed.map { "\($0.title) ×\($0.times) to \($0.due?.iso ?? "no day")" }
      let lists = review.lists.sorted { $0.id < $1.id }.map { "\($0.name) \($0.open), late \($0.late)" }
      return ["completed \(review.completed)", "lists: " + line(lists), "postponed: " + line(postponed)]
    case "upcoming":
      let days = step[0].split(separator: "..").compactMap { Day(iso: String($0)) }
      let (list, tag) = (try await list(ifAny: step["list"]), step["tag"].flatMap { Tag($0) })
      let all = try await mine.upcomingTasks(
        days[0]...days[1], in: list, tag: tag, page: step.number("page") ?? 1, of: step.number("of") ?? 9)
      let first = try await mine.firstTasks(
        2, ofEach: days[0]...days[1], in: list, tag: tag, with: step["with"] == nil ? nil : task(step["with"] ?? ""))
      let others = all.others.map { other in
        "\(other.title) starts \(other.day.iso)"
      }
      let counts = first.counts.sorted { $0.key < $1.key }.map { "\($0.key.iso) \($0.value)" }
      return [
        "due: " + line(all.due.rows.map { "\($0.row.title) in \($0.listName)" }), "others: " + line(others),
        "first: " + line(first.due.rows.map(\.row.title)) + " of " + line(counts),
      ]
    case "usage":
      let usage = try await mine.usage()
      return ["\(usage.lists) lists, \(usage.tasks) tasks, \(usage.sources) sources"]
    default: return try await others(step)
    }
  }

  private func zoned(_ step: Step) -> AccountStore<StoreError> { store[world.account, in: step["zone"] ?? "GMT"] }

  private func shownSection(_ step: Step) async throws -> ShownSection {
    guard let name = step["section"] else { return .all }
    return try await ShownSection(section(name))
  }

  /// The rows that changed in a step, or `first..last`.
  func changedRows(_ step: Step) async throws -> [ChangedRow] {
    guard let since = step["since"] else { return [] }
    let names = since.split(separator: "..").map(String.init)
    return try await mine.changedRows(from: change(names[0]), to: change(names.last ?? ""))
  }

  /// The moment of `on=` and `at=` in a zone.
  func now(_ step: Step) throws -> ZonedTime {
    let time = TimeOfDay(step["at"] ?? "00:00") ?? .midnight
    return ZonedTime(DueTime(step.day("on") ?? Day(of: world.clock.now, in: .gmt), time), in: step["zone"] ?? "GMT")
  }

  private func detail(_ step: Step) async throws -> String {
    let task = try await mine.task(task(step[0]))
    let parents = task.parents.isEmpty ? "" : " below " + task.parents.map(\.title).joined(separator: ", ")
    let percent = task.percent.map { " \($0) %" } ?? ""
    return "\(task.text.line) in \(task.listName)\(parents)\(percent), \(task.done == nil ? "open" : "done"), "
      + "text of \(name(of: task.version))"
  }

  func filter(_ step: Step) async throws -> TaskFilter {
    var filter = TaskFilter(zone: step["zone"] ?? "GMT")
    filter.list = try await list(ifAny: step["list"])
    filter.status = step["status"].flatMap { TaskStatus(rawValue: $0) } ?? .open
    filter.priority = step["priority"].flatMap { Priority(name: $0) }
    filter.tags = step["tag"].flatMap { TagFilter($0) } ?? TagFilter()
    filter.repeats = step["repeats"] == "yes"
    if let due = step["due"] {
      let days = due.split(separator: "..").compactMap { Day(iso: String($0)) }
      filter.due = days.count == 2 ? .days(days[0]...days[1]) : .undated
    }
    if step["late"] == "yes" { filter.due = try .before(now(step).time) }
    return filter
  }

  /// What a search finds: each kind of things on a line, with the words that were found in brackets.
  private func found(_ step: Step) async throws -> [String] {
    let text = step.words.isEmpty ? nil : step[0]
    let order = step["order"].flatMap { SearchOrder(rawValue: $0) } ?? (text == nil ? .list : .newest)
    let answer = try await mine.search(
      text, in: filter(step), by: order, page: step.number("page") ?? 1, of: step.number("of") ?? 100,
      window: step.number("window") ?? Limits.searchMatches, including: changedRows(step))
    guard case .found(let found) = answer else { return ["\(answer)".replacing("Tasks.", with: "")] }
    let tasks = found.tasks.map { task in
      let excerpt = task.excerpt.map { excerpt in
        " “\(excerpt.isCutBefore ? "…" : "")\(excerpt.text.bracketed)\(excerpt.isCutAfter ? "…" : "")”"
      }
      return "\(task.row.done == nil ? "" : "✓ ")\(task.title.bracketed) in \(task.listName)\(excerpt ?? "")"
    }
    let parts = [
      ("lists", found.lists.map(\.name.bracketed), false), ("tags", found.tags.map(\.name.bracketed), found.areTagsCut),
      ("tasks", tasks, found.olderThan != nil),
    ]
    let lines = parts.filter { !$0.1.isEmpty || $0.2 }.map { "\($0.0): \(line($0.1))\($0.2 ? ", and more" : "")" }
    let counts =
      found.paging.total == found.tasks.count && found.matchCount == found.paging.total
      ? [] : ["page \(found.number) of \(found.paging.last), \(found.matchCount) matches in \(found.paging.total) rows"]
    return lines + counts + (found.bound.map { ["bound by \($0)"] } ?? [])
      + (parts.allSatisfy { $0.1.isEmpty } ? ["nothing"] : [])
  }
}
