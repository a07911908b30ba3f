import Foundation
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// Steps of followed lists: drafts, what their servers answer, copies.
extension StoreScene {
  func writeElsewhere(_ step: Step) async throws -> Written? {
    switch step.name {
    case "take": try await mine.follow(source(step[0]), as: ListName(validating: step[1]), submission: step.submission)
    case "address": try await mine.setAddress(.at(step[1]), of: source(step[0])) ?? Self.nothingWritten
    case "choose": try await mine.choose(step[1], of: source(step[0])) ?? Self.nothingWritten
    case "keep": try await mine.keepList(list(step[0]), submission: step.submission)
    case "copy":
      try await mine.copyTasks(
        chosen(step), from: list(step[0]), to: target(step), submission: step.submission)
    default: nil
    }
  }

  /// Takes such a step that no history tells, and returns what is to be told; nil if it is another one.
  func answer(_ step: Step) async throws -> [String]? {
    switch step.name {
    case "follow":
      _ = try await world.follow(step[0], step.words.count > 1 ? tasks(step) : nil)
    case "draft":
      guard case .draft(let id) = try await mine.draftSource(address(of: step[0])) else { return ["followed already"] }
      let isKnown = kept["source \(step[0])"] == "\(id)"
      kept["source \(step[0])"] = "\(id)"
      return [isKnown ? "the same draft" : "a new draft"]
    case "fetched":
      let list = ReadList(
        format: step["format"] == "todo" ? .todoTxt : .iCalendar, title: step["title"], tasks: tasks(step),
        skipped: step.number("skipped") ?? 0, omitted: step.number("omitted") ?? 0,
        appointments: step.number("appointments") ?? 0, repeats: step.words.contains { $0.contains("/rule:") })
      return try await record(.fetched(list, validators(step)), step)
    case "unchanged": return try await record(.unchanged(validators(step)), step)
    case "failed":
      let failure = try #require(SourceFailure(code: step[1], detail: step.words.count > 2 ? step[2] : nil))
      let wait = step["wait"].flatMap { Double($0) }
      return try await record(.failed(failure, notBefore: wait.map { world.clock.now + $0 }), step)
    case "collections":
      let found = step.words.dropFirst().map {
        RemoteCollection(url: $0, name: String($0.split(separator: "/").last ?? ""))
      }
      return try await record(.collections(found), step)
    case "want": try await mine.wantRefresh(of: list(step[0]))
    case "sweep": try await store.sweep()
    default: return try await serve(step)
    }
    return []
  }

  func others(_ step: Step) async throws -> [String] {
    switch step.name {
    case "source":
      let source = try await mine.source(source(step[0]))
      let collections = try await mine.collections(of: source.id).map(\.url)
      return [try await line(of: source) + (collections.isEmpty ? "" : "; leads to \(line(collections))")]
    case "events":
      return try await mine.events(of: source(step[0])).map { event in
        "\(event.state) ×\(event.times) at \(event.host) in \(name(of: event.at)), last in \(name(of: event.last))"
          .replacing("Tasks.", with: "")
      }
    case "due-sources":
      let moment = world.clock.now + (Double(step[0]) ?? 0)
      var names: [String] = []
      for source in try await store.dueSources(at: moment, limit: step.number("limit") ?? 9) {
        let list = try await store[source.account].source(source.id).list
        names.append(try await store[source.account].list(#require(list)).name)
      }
      return [line(names, or: "none")]
    case "card":
      let card = try await mine.cardTasks(in: list(step[0]), now: now(step), limit: step.number("of") ?? 9)
      return ["\(card.late) late: \(line(card.rows.map(\.title)))"]
    case "remote-page":
      let page = step.number("page") ?? 1
      let rows = try await mine.followedRows(open: page, closed: page, of: step.number("of") ?? 9, in: list(step[0]))
      return [("open", rows.open), ("closed", rows.closed)].map { name, page in
        let titles = page.rows.map { $0.title + (rows.sections[$0.id].map { " in \($0)" } ?? "") }
        return "\(name) \(page.number) of \(page.paging.last): \(line(titles))"
      }
    default: throw Unexpected(what: "\(step.name) is no step")
    }
  }

  /// A new list of the name after `new=`, or the one after `to=`.
  private func target(_ step: Step) async throws -> CopyTarget {
    if let name = step["new"] { return .new(ListName(stored: name)) }
    return .list(try await list(step["to"] ?? ""))
  }

  /// The tasks that are copied, by the titles after `keys=`; nil for all open ones.
  private func chosen(_ step: Step) async throws -> Set<TaskID>? {
    guard let titles = step["keys"]?.split(separator: ",") else { return nil }
    let rows = try await world.followed(list(step[0]))
    return Set(titles.map { title in rows.last { $0.title == title }?.id ?? TaskID(999) })
  }

  private func address(of name: String) -> SourceAddress {
    .at(name.contains("/") ? name : "https://\(name.lowercased()).example/tasks")
  }

  private func validators(_ step: Step) -> Validators {
    Validators(etag: step["etag"], lastModified: step["modified"], collection: step["collection"])
  }

  /// Records an answer of the address of now, or of `from=`.
  private func record(_ outcome: FetchOutcome, _ step: Step) async throws -> [String] {
    let id = try await source(step[0])
    let address = if let from = step["from"] { address(of: from) } else { try await mine.source(id).address }
    let recorded = try await world.record(outcome, id, address)
    return recorded == nil ? ["dropped"] : []
  }

  /// Tasks after the name of the list: `>Title/key:a/due:2026-03-01`, with `✓` before completed ones.
  private func tasks(_ step: Step) -> [PortableTask] {
    step.words.dropFirst().filter { $0 != "nothing" }.map { word in
      let parts = word.split(separator: "/").map(String.init)
      let fields = Dictionary(
        parts.dropFirst().map { part in (String(part.prefix { $0 != ":" }), String(part.drop { $0 != ":" }.dropFirst()))
        }
      ) { $1 }
      let title = String(parts[0].drop { ">✓".contains($0) })
      let due = fields["due"].flatMap { Day(iso: $0) }
      var tags = TagSet()
      for tag in fields["tags"]?.split(separator: ",") ?? [] { _ = tags.insert(named: String(tag)) }
      let draft = TaskDraft(
        title: title, notes: fields["notes"] ?? "", due: due,
        time: fields["time"].flatMap { ClockTime($0.replacing("@", with: " ").replacing("|", with: "/")) },
        repeats: due.flatMap { due in fields["rule"].flatMap { Recurrence("\(due.iso) \($0)") } },
        start: fields["start"].flatMap { Day(iso: $0) }, tags: tags,
        priority: fields["priority"].flatMap { Priority(name: $0) } ?? .none)
      let done = fields["done"].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) } ?? .unknown
      return PortableTask(
        uid: fields["key"] ?? "key-of-\(title)", draft: draft, percent: fields["percent"].flatMap { Int($0) },
        completed: parts[0].contains("✓") ? done : nil, depth: parts[0].prefix { $0 == ">" }.count,
        section: fields["group"])
    }
  }
}
