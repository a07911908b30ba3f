/// Collects the tasks of a file, assigns their keys, and enforces the limit. Beyond it, completed and cancelled tasks are dropped
/// before open ones, the last first.
struct ListBuilder: ItemCollector {
  private let most: Int
  let limit: ReadingLimit
  private let progress: (Int) -> Void
  private var tasks: [RemoteTask] = []
  private var open = 0
  private var skipped = 0
  private var omitted = 0
  private var keys: Set<String> = []
  private var repeats: [UInt64: Int] = [:]
  private var outline = Indentation()
  private var group: String?
  private var isInTrash = false

  /// The files of followed lists are small.
  var mostItems: Int { .max }

  init(most: Int, within limit: ReadingLimit, progress: @escaping (Int) -> Void) {
    (self.most, self.limit) = (most, limit)
    self.progress = progress
  }

  /// Counts an item that could not be read.
  mutating func skip() { skipped += 1 }

  /// Begins a list. Its name is the group of items that have none.
  mutating func begin(_ list: PortableList) {
    (group, isInTrash, outline) = (list.name, list.deleted != nil, Indentation())
  }

  /// Lists that are followed tell only how many items were skipped.
  func remark(_ reason: ImportRemark.Reason) {}

  func leaveOut(_ reason: ImportRemark.Reason, _ count: Int, such examples: [Bytes]) {}

  /// Adds an item, unless it is in the trash of its list. An item without a title takes the first line of its notes. Without notes, it is skipped if its format requires
  /// titles.
  mutating func add(_ item: ReadItem) throws(UnreadableList) {
    try limit.check()
    if isInTrash || item.deleted != nil { return }
    var item = item
    item.group = item.group ?? group
    let title = item.title ?? ItemText.title(ofNotes: item.notes) ?? (item.mayLackTitle ? "" : nil)
    let isOmitted = !item.status.isOpen && tasks.count - open >= most
    let depth = outline.shown(item.depth, isShown: title != nil && !isOmitted)
    guard let title else { return skip() }
    guard !isOmitted else {
      omitted += 1
      return
    }
    if item.status.isOpen {
      if open >= most { throw .tooManyTasks }
      open += 1
    }
    tasks.append(
      RemoteTask(
        key: key(item, title: title), title: title, notes: item.notes, due: item.due, start: item.start,
        recurrence: item.recurrence, priority: item.priority, status: item.status, group: item.group,
        depth: min(depth, Limits.remoteDepth), tags: item.tags.prefix(Limits.remoteTags).map(ItemText.shown(tag:))))
    if tasks.count % 100 == 0 { progress(tasks.count) }
  }

  /// The list of all added items.
  func output(_ format: PortableFormat, title: String?, appointments: Int = 0) -> ReadList {
    let surplus = max(tasks.count - most, 0)
    return ReadList(
      format: format, title: title, tasks: surplus > 0 ? tasks(without: surplus) : tasks, skipped: skipped,
      omitted: omitted + surplus, appointments: appointments)
  }

  /// The tasks without the last `surplus` closed ones.
  private func tasks(without surplus: Int) -> [RemoteTask] {
    var rest = tasks.count - open - surplus
    var outline = Indentation()
    return tasks.compactMap { task in
      var isShown = task.status.isOpen
      if !isShown, rest > 0 {
        rest -= 1
        isShown = true
      }
      let depth = outline.shown(task.depth, isShown: isShown)
      return isShown ? task.at(depth: depth) : nil
    }
  }

  private mutating func key(_ item: ReadItem, title: String) -> String {
    if let identifier = item.identifier, let key = ItemKey.plain(identifier), keys.insert(key).inserted { return key }
    var hash = TextHash()
    if let identifier = item.identifier {
      hash.add(identifier)
    } else {
      hash.add(Array((item.group ?? "").utf8)[...])
      hash.add(Array(title.utf8)[...])
      for tag in item.tags.prefix(Limits.remoteTags) { hash.add(Array(tag.utf8)[...]) }
    }
    while true {
      let count = repeats[hash.value, default: 0] + 1
      repeats[hash.value] = count
      let key = count == 1 ? hash.hexadecimal : "\(hash.hexadecimal)-\(count)"
      if keys.insert(key).inserted { return key }
    }
  }
}
