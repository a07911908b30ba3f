import Foundation

/// A task of Vikunja.
enum VikunjaTask {
  static func item(_ task: [String: JSONValue]) -> ReadItem {
    var item = ReadItem()
    // Numbers are unique only within one server.
    if let id = task["id"]?.integer {
      item.identifier = Array("vikunja-\(id)-\(task["created"]?.string ?? "")".utf8)[...]
    }
    if let title = task["title"]?.bytes { item.take(title: title) }
    if let description = task["description"]?.bytes { item.take(notes: HTMLText.plain(description)) }
    item.due = VikunjaTime.time(task["due_date"], of: &item)
    item.start = VikunjaTime.time(task["start_date"], of: &item)
    item.created = VikunjaTime.moment(task["created"])
    item.changed = VikunjaTime.moment(task["updated"])
    switch task["priority"]?.integer ?? 0 {
    case 1: item.priority = .low
    case 2: item.priority = .medium
    case 3...: item.priority = .high
    case _: break
    }
    if task["done"]?.isTrue == true {
      item.status = .done(VikunjaTime.moment(task["done_at"]).map(RemoteTime.moment))
    } else if let done = task["percent_done"]?.number, (0...1).contains(done) {
      item.status = .open(percent: Int((done * 100).rounded()))
    }
    for label in task["labels"]?.objects ?? JSONValue.noObjects {
      item.add(tag: label["title"]?.bytes.flatMap(ItemText.tag))
    }
    addRecurrence(of: task, to: &item)
    addRest(of: task, to: &item)
    return item
  }

  /// The mode 1 is every month, 2 counts from the completion.
  private static func addRecurrence(of task: [String: JSONValue], to item: inout ReadItem) {
    let seconds = task["repeat_after"]?.integer ?? 0
    let mode = task["repeat_mode"]?.integer ?? (task["repeat_from_current_date"]?.isTrue == true ? 2 : 0)
    if mode == 1 {
      item.recurrence = .rules("FREQ=MONTHLY")
      return
    }
    guard seconds > 0 else { return }
    let days = seconds / 86_400
    guard seconds % 86_400 == 0, Recurrence.intervals.contains(days), mode == 0 || mode == 2 else {
      return item.remark(.rule, "\(seconds) s")
    }
    if mode == 0 {
      item.recurrence = .rules("FREQ=DAILY" + (days > 1 ? ";INTERVAL=\(days)" : ""))
    } else {
      item.completionInterval = (days, .day)
    }
  }

  private static func addRest(of task: [String: JSONValue], to item: inout ReadItem) {
    for _ in task["reminders"]?.items ?? task["reminder_dates"]?.items ?? JSONValue.none { item.remark(.reminder) }
    for _ in task["assignees"]?.items ?? JSONValue.none { item.remark(.person) }
    for file in task["attachments"]?.objects ?? JSONValue.noObjects {
      item.remark(.attachment, file["file"]?.members["name"]?.string ?? "")
    }
    for comment in task["comments"]?.objects ?? JSONValue.noObjects {
      item.remark(.comment, comment["comment"]?.bytes.map { HTMLText.plain($0).text } ?? "")
    }
    if let end = VikunjaTime.moment(task["end_date"]) { item.remark(.other, "end_date \(FileMoment.text(end))") }
    if task["is_favorite"]?.isTrue == true { item.remark(.other, "is_favorite") }
    if task["hex_color"]?.string?.isEmpty == false { item.remark(.look) }
    for (kind, others) in task["related_tasks"]?.members ?? [:] where kind != "subtask" && kind != "parenttask" {
      for _ in others.items { item.remark(.relation, kind) }
    }
  }
}

/// Times of Vikunja. The first moment of year 1 stands for none.
enum VikunjaTime {
  static func time(_ value: JSONValue?, of item: inout ReadItem) -> RemoteTime? {
    let isNone = value?.string?.hasPrefix("0001-01-01T") == true
    return isNone ? nil : item.time(value)
  }

  static func moment(_ value: JSONValue?) -> Date? {
    guard let time = value?.string.flatMap(FileMoment.init), time.wall.day.year > 1 else { return nil }
    return time.date
  }
}
