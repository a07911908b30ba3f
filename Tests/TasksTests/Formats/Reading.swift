import Foundation
import Tasks

/// The start of a day in UTC, by default of 15 June 2026.
func moment(_ day: String?) -> Date {
  let day = Day(iso: day ?? "2026-06-15") ?? .first
  return Date(timeIntervalSince1970: Double(day.daysSince(Day(daysSince1970: 0))) * 86_400)
}

/// Reads a text without any hint.
/// - Parameter day: The day on which it is read, in UTC.
func read(
  _ text: String, name: String? = nil, type: String? = nil, on day: String = "2026-06-15", limit: Int = 1_000
) throws(UnreadableList) -> ReadList {
  try ReadList(reading: Array(text.utf8), hint: ListHint(name: name, mediaType: type), limit: limit, now: moment(day))
}

/// Reads a file on the same day.
func read(_ bytes: [UInt8], hint: ListHint = ListHint()) throws(UnreadableList) -> ReadList {
  try ReadList(reading: bytes, hint: hint, now: moment(nil))
}

/// A calendar with the given lines, with the line endings that the format requires.
func calendar(_ lines: String) -> String {
  "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Choir//Lists//EN\n\(lines)\nEND:VCALENDAR\n"
    .replacing("\n", with: "\r\n")
}

/// A calendar with one to-do with these properties.
func todo(_ lines: String) -> String { calendar("BEGIN:VTODO\nUID:1\nSUMMARY:Sing\n\(lines)\nEND:VTODO") }

extension RemoteTime {
  /// The moment in ISO 8601, or the day.
  var written: String {
    switch self {
    case .day(let day): day.iso
    case .local(let day, let time): "\(day.iso)T\(time)"
    case .moment(let moment): moment.formatted(.iso8601)
    }
  }
}

extension ReadList {
  var titles: [String] { tasks.map(\.title) }
  var depths: [Int] { tasks.map(\.depth) }
}

/// The violated invariants of a list that was read.
func faults(of list: ReadList, limit: Int = 1_000) -> [String] {
  var faults: [String] = []
  if list.tasks.count > limit { faults.append("too many tasks") }
  if Set(list.tasks.map(\.key)).count != list.tasks.count { faults.append("keys are not unique") }
  if let title = list.title, !isName(title) { faults.append("title of the list: \(title.debugDescription)") }
  var depth = -1
  for task in list.tasks {
    if task.key.isEmpty || task.key.utf8.count > 200 { faults.append("key \(task.key)") }
    let isUntitled = task.title.isEmpty && list.format == .iCalendar
    if !isDraft(task, title: isUntitled ? "-" : task.title) {
      faults.append("title or notes of \(task.title.debugDescription)")
    }
    if let group = task.group, !isName(group) { faults.append("group \(group.debugDescription)") }
    if task.depth < 0 || task.depth > min(depth + 1, Limits.remoteDepth) { faults.append("depth \(task.depth)") }
    depth = task.depth
    if task.tags.count > Limits.remoteTags || !task.tags.allSatisfy(isName) { faults.append("tags \(task.tags)") }
    if case .open(let percent) = task.status, !(0...100).contains(percent) { faults.append("percent \(percent)") }
  }
  return faults
}

private func isName(_ text: String) -> Bool {
  do {
    return try ListName(validating: text).text.utf8.elementsEqual(text.utf8)
  } catch {
    return false
  }
}

private func isDraft(_ task: RemoteTask, title: String) -> Bool {
  do {
    let draft = try TaskDraft(validating: TaskInput(title: title, notes: task.notes))
    return draft.title.utf8.elementsEqual(title.utf8) && draft.notes.utf8.elementsEqual(task.notes.utf8)
  } catch {
    return false
  }
}
