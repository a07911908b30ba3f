import Foundation
import Tasks

/// A row of a table, as an item.
struct TableRow {
  var item = ReadItem()
  private(set) var list = ""
  private(set) var id: Bytes?
  private(set) var title: Bytes?
  /// The identifier or the title of its parent.
  private(set) var parent: Bytes?
  /// The index of its parent, of a subtask in the cell of another row.
  private(set) var parentPlace: Int?
  /// The items of a check list in its cells.
  private(set) var subtasks: [(title: Bytes, isDone: Bool)] = []

  /// A subtask in the cell of another row.
  init(subtask: (title: Bytes, isDone: Bool), of place: Int) {
    item.parse(title: subtask.title)
    if subtask.isDone { item.status = .done(nil) }
    parentPlace = place
  }

  init(_ cells: [Bytes], _ columns: TableColumns, _ order: DateOrder, in context: ImportContext) {
    var times = TableTimes(order, context)
    var end: TableValue.End?
    var completed: (time: ItemTime, written: String)?
    var percent: Bytes?
    var star: (name: String, text: Bytes)?
    var lists: [(rank: Int, name: String, cell: String)] = []
    var repeats: Bytes = []
    var notes: [Bytes] = []
    var isCheckList = false
    for (index, cell) in cells.enumerated() {
      let cell = columns.isOwn ? TableMark.removed(from: cell) : cell
      let text = cell.trimmed
      if text.isEmpty { continue }
      let name = index < columns.names.count ? columns.names[index] : ""
      switch index < columns.meanings.count ? columns.meanings[index] : nil {
      case .title?:
        title = text
        item.parse(title: text)
      case .notes?: notes.append(cell)
      case .list?:
        lists.append(
          (
            TableWords.lists.firstIndex(of: ColumnMeaning.key(of: name)) ?? 0, name,
            text.beginning(bytes: 2 * Limits.listNameBytes).text
          ))
      case .section?: item.group = ItemText.name(text)
      case .depth?:
        item.depth = text.number ?? 0
        if text.number == nil { item.remark(.other, "\(name): \(text.text)") }
      case .parent?: if !TableValue.isNone(text), !text.equals("0") { parent = text }
      case .id?:
        id = text
        // Small numbers are not unique.
        if columns.isOwn || text.count >= 12 || name.lowercased() == "uid" { item.identifier = text }
      case .completed?, .status?:
        let known = TableValue.end(text)
        if let known { end = Self.last(end, known) }
        let written = columns.meanings[index] == .status ? text.text : "\(name): \(text.text)"
        if known == nil, let time = ItemTime(written: text.prefix(64).text) ?? times.date(text)?.remote(in: nil) {
          completed = (time, written)
        } else if known == .begun || known == nil && !TableValue.isNone(text) {
          // A word that is not known completes nothing.
          item.remark(.state, written)
        }
      case .percent?: percent = text
      case .tags?: for tag in Self.tags(text, columns) { item.add(tag: ItemText.tag(tag)) }
      case .priority?:
        let priority = TableValue.priority(text, columns.scale)
        if let priority { item.draft.priority = priority } else { item.remark(.other, "\(name): \(text.text)") }
      case .star?: if TableValue.end(text) != .open { star = (name, text) }
      case .repeats?: if !TableValue.isNone(text) { repeats = text }
      case .created?: item.created = times.moment(text, name, &item)
      case .changed?: item.changed = times.moment(text, name, &item)
      case .deleted?: item.deleted = times.moment(text, name, &item) ?? .distantPast
      case .isCheckList?: isCheckList = TableValue.end(text) == .done
      case .reminder? where ReminderSet(text.text)?.isEmpty == false:
        item.draft.reminders = ReminderSet(text.text) ?? ReminderSet()
      case .person?, .reminder?, .attachment?, .place?, .link?, .duration?:
        guard let reason = columns.meanings[index]?.remark, !TableValue.isNone(text), !text.equals("0") else {
          continue
        }
        item.remark(reason, reason.fate == .inNotes ? "\(name): \(text.text)" : text.text)
      case .ignored?: continue
      case .due?, .dueTime?, .deadline?, .start?, .startTime?, .zone?, .isAllDay?:
        if let meaning = columns.meanings[index], !TableValue.isNone(text) { times.parse(meaning, text) }
      case nil: item.remark(.other, "\(name): \(text.text)")
      }
    }
    for cell in notes { parse(notes: cell, isCheckList: isCheckList) }
    parse(lists)
    times.finish(&item, isOwn: columns.isOwn)
    item.parse(repeats: repeats, in: context.zone)
    if let star { parse(star: star.text, star.name) }
    switch end {
    case .cancelled: (item.status, item.ended) = (.cancelled, completed?.time)
    case .done: item.status = .done(completed?.time)
    case nil where completed != nil: item.status = .done(completed?.time)
    case .open, .begun, nil:
      // A task that was opened again may have the date still.
      if let completed { item.remark(.other, completed.written) }
      if let percent { item.parse(percent: percent) }
    }
  }

  /// A star is a high priority, unless there is another one.
  private mutating func parse(star text: Bytes, _ name: String) {
    if TableValue.end(text) == .done, item.draft.priority == .none {
      item.draft.priority = .high
    } else {
      item.remark(.other, "\(name): \(text.text)")
    }
  }

  /// The end of the task by several columns: one that tells it counts.
  private static func last(_ end: TableValue.End?, _ other: TableValue.End) -> TableValue.End {
    other == .cancelled || end == nil || end == .open || end == .begun ? other : end ?? other
  }

  /// The nearest list counts, the others are remarks.
  private mutating func parse(_ lists: [(rank: Int, name: String, cell: String)]) {
    let sorted = lists.sorted { $0.rank < $1.rank }
    list = sorted.first?.cell ?? ""
    for other in sorted.dropFirst() where other.cell != list { item.remark(.other, "\(other.name): \(other.cell)") }
  }

  /// Check lists of TickTick have a small square before each item.
  private mutating func parse(notes cell: Bytes, isCheckList: Bool) {
    var rest: [Bytes] = []
    for line in Lines(cell) where isCheckList {
      let line = line.trimmed
      let isDone = line.starts(with: "▪".utf8)
      if isDone || line.starts(with: "▫".utf8) {
        subtasks.append((line.dropFirst("▪".utf8.count).trimmed, isDone))
      } else {
        rest.append(line)
      }
    }
    let notes = isCheckList ? Array(rest.joined(separator: [.lineFeed]))[...] : cell
    if notes.count > Limits.notesBytes { item.remark(.longNotes) }
    item.append(notes: ItemText.notes(notes))
  }

  /// The app's own tags are words; those of other apps are divided by commas, and may have spaces.
  private static func tags(_ text: Bytes, _ columns: TableColumns) -> [Bytes] {
    func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") }
    let words = text.split { $0.isSpace || isComma($0) }
    let areMarked = words.allSatisfy { $0.first == UInt8(ascii: "#") || $0.first == UInt8(ascii: "@") }
    let tags = columns.isOwn || areMarked ? words : text.split(whereSeparator: isComma)
    return tags.map { tag in
      let tag = tag.trimmed
      return tag.first == UInt8(ascii: "#") || tag.first == UInt8(ascii: "@") ? tag.dropFirst() : tag
    }
  }
}
