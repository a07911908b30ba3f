import Foundation
import TaskFormats
import Tasks

@testable import TaskStore

/// Steps of a CalDAV client, in lists that are collections for it.
extension StoreScene {
  private func phone(_ step: Step) async throws -> AccountStore<StoreError> {
    let (id, name): (Int64, String) = step["app"] == "Tablet" ? (2, "Tablet") : (1, "Phone")
    try await store.execute(
      """
      INSERT OR IGNORE INTO app_passwords (id, account, name, digest, made, submission_high, submission_low)
      SELECT \(id), max(id), '\(name)', randomblob(32), 0, 0, 0 FROM accounts
      """)
    let app = AppPassword(id: AppPasswordID(id), name: name, made: Date(timeIntervalSince1970: 0))
    return store[world.account, in: "Europe/Berlin", with: app]
  }

  /// Takes such a step, and returns what is to be told; nil if it is another one.
  func serve(_ step: Step) async throws -> [String]? {
    let names = ["put", "remove", "get", "sync", "entries", "make-collection", "collections", "restart"]
    guard names.contains(step.name) else { return try await access(step) }
    let (list, phone) = (try await list(step["in"] ?? "House"), try await phone(step))
    switch step.name {
    case "put":
      let text = text(of: step)
      guard let sent = ReadObject(stored: text) else { throw Unexpected(what: "no object") }
      let outcome = try await phone.putObject(sent, at: step[0], in: list, if: condition(step))
      if let name = step["change"] { labels[name] = try await newest(of: step["in"] ?? "House").id }
      return tell(outcome, step)
    case "remove": return try await tell(phone.deleteObject(step[0], in: list, if: condition(step)), step)
    case "get":
      guard let object = try await phone.object(step[0], in: list) else { return ["not there"] }
      try await phone.noteRead([object])
      let isSame = kept["tag \(step[0])"] == object.tag
      remember(object, step)
      return ["\(isSame ? "the same" : "a new") tag"] + lines(of: object.text)
    case "sync":
      let since = step["since"].flatMap { kept["token \($0)"] }
      if step["since"] != nil, since == nil { return ["no such token"] }
      let token = since.flatMap { SyncToken($0) }
      guard let part = try await phone.objectChanges(in: list, since: token, most: step.number("most") ?? 9) else {
        return ["from the beginning"]
      }
      kept["token \(step["name"] ?? "last")"] = part.token.description
      return [
        line(part.entries.map { $0.href + ($0.tag == nil ? " gone" : "") }, or: "nothing")
          + (part.isPart ? ", a part" : "")
      ]
    case "entries":
      return [line(try await phone.objectChanges(in: list, since: nil, most: .max)?.entries.map(\.href) ?? [])]
    case "make-collection":
      let colour = StoredProperty(namespace: "n", name: "c", xml: "<c/>")
      switch try await phone.makeCollection(step[0], ListName(validating: step[1]), [colour]) {
      case .made: return ["made"]
      case .isThere: return ["taken"]
      case .isReserved: return ["reserved"]
      }
    case "collections":
      var lines: [String] = []
      for segment in try await phone.calendarSegments() {
        guard let collection = try await phone.calendarCollection(segment) else { continue }
        lines.append(
          "\(collection.name) at \(collection.segment), \(collection.role), \(collection.properties.map(\.xml))")
      }
      return lines
    // As with each start.
    case "restart": try await store.write { db, _ in try Meta.renewEpoch(db) }
    default: return try await access(step)
    }
    return []
  }

  /// The text of a client: the lines of a task, in a frame.
  private func text(of step: Step) -> String {
    let uid = step["uid"] ?? String(step[0].prefix { $0 != "." })
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(step["program"] ?? "A")", "BEGIN:VTODO", "UID:\(uid)"]
    return (lines + step.words.dropFirst() + ["END:VTODO", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  /// The lines of a text without its frame.
  private func lines(of text: String) -> [String] {
    text.split(separator: "\r\n").drop { $0 != "BEGIN:VTODO" }.dropFirst().prefix { $0 != "END:VCALENDAR" }
      .filter {
        $0 != "END:VTODO" && !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("LAST-MODIFIED") && !$0.hasPrefix("COMPLETED")
          && !$0.hasPrefix("CREATED")
      }
      .map(String.init)
  }

  private func condition(_ step: Step) -> ObjectCondition {
    func tags(_ name: String?) -> [String]? { name.map { [$0 == "*" ? "*" : kept["tag \($0)"] ?? "\"x\""] } }
    return ObjectCondition(match: tags(step["match"]), noneMatch: tags(step["none"]))
  }

  private func remember(_ object: StoredObject, _ step: Step) {
    for name in [step[0], step["name"] ?? step[0]] { kept["tag \(name)"] = object.tag }
  }

  private func tell(_ outcome: ObjectOutcome, _ step: Step) -> [String] {
    switch outcome {
    case .stored(let object, let isNew, let isAsSent):
      let isSame = kept["tag \(step[0])"] == object.tag
      remember(object, step)
      return [
        "\(isNew ? "new" : "there") with \(isSame ? "the same" : "a new") tag, \(isAsSent ? "as sent" : "not as sent")"
      ]
        + (isAsSent ? [] : lines(of: object.text))
    case .moved(let isNew): return [isNew ? "moved" : "moved over another one"]
    case .deleted: return ["removed"]
    case .notFound: return ["not there"]
    case .preconditionFailed: return ["refused by its condition"]
    case .conflict(let href): return ["conflict with \(href)"]
    }
  }
}
