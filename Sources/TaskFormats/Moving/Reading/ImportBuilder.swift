import Foundation
import Tasks

/// Collects the lists of an imported file.
struct ImportBuilder: ItemCollector {
  private let context: ImportContext
  private var lists: [PortableList] = []
  private var fileRemarks = ImportRemarks()
  private var isListNamed = false
  /// The names of lists and sections that were remarked as shortened.
  private var shortened: Set<String> = []
  private var uids: Set<String> = []
  private var repeats: [String: Int] = [:]
  private var outline = Indentation()
  /// When the last task and those above it were completed, by their depths.
  private var completions: [Date?] = []
  private var count = 0
  private var hasRepeating = false

  init(_ context: ImportContext) { self.context = context }

  /// One more than the limit of tasks, so that exceeding it is noticed.
  var mostItems: Int { context.limits.tasks < .max ? context.limits.tasks + 1 : .max }

  var limit: ReadingLimit { context.limit }

  mutating func begin(_ list: PortableList) throws(UnreadableList) {
    guard lists.count < context.limits.tasks else { throw .tooManyTasks }
    lists.append(list)
    (isListNamed, outline, completions) = (true, Indentation(), [])
    tellShortened(list.name)
  }

  private mutating func tellShortened(_ name: String?) {
    guard let name, ItemText.isShortened(name), shortened.insert(name).inserted else { return }
    remark(.longName, title: "", value: name)
  }

  /// Counts an item that could not be read.
  mutating func skip() { remark(.unreadable) }

  /// Notes something in the current list, or in the file if there is none.
  mutating func remark(_ reason: ImportRemark.Reason) { remark(reason, title: "") }

  /// Notes text that is not imported.
  mutating func omit(_ reason: ImportRemark.Reason, count: Int, examples: [Bytes]) {
    for example in examples { remark(reason, title: "", value: example.text) }
    remark(reason, title: "", count: count - examples.count)
  }

  /// Notes something about an item.
  mutating func remark(_ reason: ImportRemark.Reason, title: String, value: String = "", count: Int = 1) {
    if lists.isEmpty {
      fileRemarks.add(reason, title: title, value: value, count: count)
    } else {
      lists[lists.count - 1].remarks.add(reason, title: title, value: value, count: count)
    }
  }

  /// Adds an item. Without a title it takes the first line of its notes, or is skipped if its format requires titles.
  mutating func add(_ item: ReadItem) throws(UnreadableList) {
    try limit.check()
    if lists.isEmpty { lists.append(PortableList(name: nil)) }
    let title = item.title ?? ItemText.title(ofNotes: item.draft.notes) ?? (item.mayLackTitle ? context.untitled : nil)
    let depth = outline.shown(item.depth, isShown: title != nil)
    guard let title else { return skip() }
    guard count < context.limits.tasks else { throw .tooManyTasks }
    count += 1
    tellShortened(item.group)
    var imported = ImportedItem(item, title: title, context)
    if depth > PortableTask.deepest { imported.remark(.depth) }
    completions.removeLast(max(0, completions.count - min(depth, PortableTask.deepest)))
    if let completed = completions.last ?? nil { imported.complete(with: completed) }
    completions.append(imported.task.completed)
    if item.recurrence != .none { hasRepeating = true }
    for (reason, count) in item.moreRemarks { remark(reason, title: title, count: count) }
    for (reason, value) in imported.remarks { remark(reason, title: title, value: value) }
    var task = imported.task
    task.depth = min(depth, PortableTask.deepest)
    task.uid = uid(of: item, task)
    lists[lists.count - 1].tasks.append(task)
    if count % 100 == 0 { context.progress(count) }
  }

  /// The file. A file without lists has one with its title, or its name.
  func output(_ format: PortableFormat, title: String? = nil, appointments: Int = 0) -> PortableFile {
    var file = PortableFile(format: format, lists: lists, remarks: fileRemarks)
    file.repeats = hasRepeating
    if !isListNamed {
      if file.lists.isEmpty { file.lists.append(PortableList(name: nil)) }
      file.lists[0].name = title ?? context.fileName
      file.lists[0].remarks.add(fileRemarks)
      if let title, ItemText.isShortened(title) { file.lists[0].remarks.add(.longName, value: title) }
      file.remarks = ImportRemarks()
    }
    if isListNamed || file.lists.count != 1 {
      file.remarks.add(.appointment, count: appointments)
    } else {
      file.lists[0].remarks.add(.appointment, count: appointments)
    }
    return file
  }

  /// The identifier of the file if it can be kept, otherwise one from the content.
  private mutating func uid(of item: ReadItem, _ task: PortableTask) -> String {
    if let identifier = item.identifier, let uid = ItemKey.plain(identifier), uids.insert(uid).inserted { return uid }
    var content = ContentIdentifier()
    content.add(item.identifier?.text ?? "")
    content.add(lists.last?.name ?? "")
    content.add(task.section ?? "")
    // In a file that is followed, a task with another date or note is the same.
    for field in context.isFollowed ? [.title, .tags] : TaskField.all where ![.assignee, .reminders].contains(field) {
      content.add(task.draft[field])
    }
    if !context.isFollowed { content.add(task.created.map { String($0.timeIntervalSince1970) } ?? "") }
    let first = content.uuid(0)
    while true {
      let number = repeats[first, default: 0]
      repeats[first] = number + 1
      let uid = content.uuid(number)
      if uids.insert(uid).inserted { return uid }
    }
  }
}
