import Foundation
import TaskFormats
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

extension PortableTask {
  /// When it is due, in UTC; nil if it has no time with a zone.
  var dueMoment: String? {
    guard let due = draft.due, let time = draft.time, let zone = time.zone.flatMap({ TimeZone(identifier: $0) }) else {
      return nil
    }
    return due.moment(at: time.time, in: zone).formatted(.iso8601)
  }
}

extension ReadList {
  var titles: [String] { tasks.map(\.draft.title) }
  var depths: [Int] { tasks.map(\.depth) }
}

/// The violated invariants of a list that was read.
func faults(of list: ReadList, limit: Int = 1_000) -> [String] {
  var faults: [String] = []
  if list.tasks.count > limit { faults.append("too many tasks") }
  if Set(list.tasks.map(\.uid)).count != list.tasks.count { faults.append("keys are not unique") }
  if let title = list.title, !isName(title) { faults.append("title of the list: \(title.debugDescription)") }
  var depth = -1
  for task in list.tasks {
    if task.uid.isEmpty || task.uid.utf8.count > 200 { faults.append("key \(task.uid)") }
    if !isDraft(task.draft) { faults.append("text of \(task.draft.title.debugDescription)") }
    if let section = task.section, !isName(section) { faults.append("section \(section.debugDescription)") }
    if task.depth < 0 || task.depth > min(depth + 1, PortableTask.deepest) { faults.append("depth \(task.depth)") }
    depth = task.depth
    if let percent = task.percent, !(1...99).contains(percent) { faults.append("percent \(percent)") }
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

private func isDraft(_ task: TaskDraft) -> Bool {
  do {
    let draft = try TaskDraft(validating: TaskInput(task))
    return TaskField.all.allSatisfy { draft[$0].utf8.elementsEqual(task[$0].utf8) }
  } catch {
    return false
  }
}
