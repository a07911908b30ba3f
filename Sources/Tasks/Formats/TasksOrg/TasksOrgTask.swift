import Foundation

/// A task of Tasks.org.
struct TasksOrgTask {
  private let entry: [String: JSONValue]
  private let task: [String: JSONValue]
  private let zone: TimeZone

  init(_ entry: [String: JSONValue], _ task: [String: JSONValue], zone: TimeZone) {
    (self.entry, self.task, self.zone) = (entry, task, zone)
  }

  func item(at place: TasksOrgPlace) -> ReadItem {
    var item = ReadItem()
    item.identifier = place.id.map { Array($0.utf8)[...] } ?? task["remoteId"]?.bytes
    item.mayLackTitle = true
    if let title = task["title"]?.bytes { item.take(title: title) }
    if let notes = task["notes"]?.bytes { item.take(notes: notes) }
    for name in ["dueDate", "hideUntil"] where task[name]?.string?.isEmpty == false {
      item.remark(.date, task[name]?.string ?? "")
    }
    item.due = time("dueDate")
    item.start = time("hideUntil")
    item.created = moment("creationDate")
    item.changed = moment("modificationDate")
    switch task["priority"]?.integer {
    case 0: item.priority = .high
    case 1: item.priority = .medium
    case 2: item.priority = .low
    case _: break
    }
    if let completed = moment("completionDate") { item.status = .done(.moment(completed)) }
    for tag in entry["tags"]?.objects ?? JSONValue.noObjects { item.add(tag: tag["name"]?.bytes.flatMap(ItemText.tag)) }
    addRecurrence(to: &item)
    addRest(to: &item)
    return item
  }

  private func moment(_ name: String) -> Date? {
    guard let milliseconds = task[name]?.integer, milliseconds > 0 else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// A time has seconds, which stand for it; a day has none.
  private func time(_ name: String) -> RemoteTime? {
    guard let moment = moment(name), let milliseconds = task[name]?.integer else { return nil }
    return milliseconds % 60_000 > 0 ? .moment(moment) : .day(Day(of: moment, in: zone))
  }

  private func addRecurrence(to item: inout ReadItem) {
    guard let written = task["recurrence"]?.bytes, !written.isEmpty else { return }
    let rule = written.begins(with: "rrule:") ? written.dropFirst(6) : written
    let parts = rule.split(separator: UInt8(ascii: ";"))
    let standard = parts.filter { !$0.begins(with: "from=") }
    let isAfterCompletion = task["repeatFrom"]?.integer == 1 || parts.contains { $0.equals("from=completion") }
    let text = standard.map(\.text).joined(separator: ";")
    item.take(rule: text, isAfterCompletion: isAfterCompletion)
  }

  private func addRest(to item: inout ReadItem) {
    for _ in entry["alarms"]?.items ?? JSONValue.none { item.remark(.reminder) }
    for place in entry["locations"]?.objects ?? JSONValue.noObjects { item.remark(.place, place["name"]?.string ?? "") }
    for _ in entry["geofences"]?.items ?? JSONValue.none { item.remark(.reminder) }
    for _ in entry["attachments"]?.items ?? JSONValue.none { item.remark(.attachment) }
    for comment in entry["comments"]?.objects ?? JSONValue.noObjects {
      item.remark(.comment, comment["message"]?.string ?? "")
    }
    if let seconds = task["estimatedSeconds"]?.integer, seconds > 0 { item.remark(.duration, "\(seconds / 60) min") }
    if let address = task["calendarURI"]?.string, !address.isEmpty { item.remark(.other, address) }
  }
}
