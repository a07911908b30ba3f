/// Collects the tasks of a file, assigns their keys, and enforces the limit. Beyond it, completed and cancelled tasks are dropped
/// before open ones, the last first.
struct ListBuilder {
  private let limit: Int
  private let progress: (Int) -> Void
  private var tasks: [RemoteTask] = []
  private var open = 0
  private var skipped = 0
  private var omitted = 0
  private var keys: Set<String> = []
  private var repeats: [UInt64: Int] = [:]
  private var outline = Indentation()

  init(limit: Int, progress: @escaping (Int) -> Void) {
    self.limit = limit
    self.progress = progress
  }

  /// Counts an item that could not be read.
  mutating func skip() {
    skipped += 1
  }

  /// Adds an item. An item without a title takes the first line of its notes. Without notes, it is skipped if its format requires
  /// titles.
  mutating func add(_ item: ReadItem) throws(UnreadableList) {
    let title = item.title ?? ItemText.title(ofNotes: item.notes) ?? (item.mayLackTitle ? "" : nil)
    let isOmitted = !item.status.isOpen && tasks.count - open >= limit
    let depth = outline.shown(item.depth, isShown: title != nil && !isOmitted)
    guard let title else { return skip() }
    guard !isOmitted else {
      omitted += 1
      return
    }
    if item.status.isOpen {
      if open >= limit { throw .tooManyTasks }
      open += 1
    }
    tasks.append(
      RemoteTask(
        key: key(item, title: title), title: title, notes: item.notes, due: item.due, start: item.start,
        recurrence: item.recurrence, priority: item.priority, status: item.status, group: item.group,
        depth: min(depth, Limits.remoteDepth),
        tags: item.tags))
    if tasks.count % 100 == 0 { progress(tasks.count) }
  }

  /// The list of all added items.
  func list(_ format: ListFormat, title: String?, appointments: Int = 0) -> ReadList {
    let surplus = max(tasks.count - limit, 0)
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
    if let identifier = item.identifier, let key = Self.key(identifier), keys.insert(key).inserted { return key }
    var hash = TextHash()
    if let identifier = item.identifier {
      hash.add(identifier)
    } else {
      hash.add(Array((item.group ?? "").utf8)[...])
      hash.add(Array(title.utf8)[...])
      for tag in item.tags { hash.add(Array(tag.utf8)[...]) }
    }
    while true {
      let count = repeats[hash.value, default: 0] + 1
      repeats[hash.value] = count
      let key = count == 1 ? hash.hexadecimal : "\(hash.hexadecimal)-\(count)"
      if keys.insert(key).inserted { return key }
    }
  }

  /// Keys are sent in forms, so only printable ASCII is used unchanged.
  private static func key(_ identifier: Bytes) -> String? {
    let isPlain = identifier.count <= 200 && identifier.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && !identifier.isEmpty ? identifier.text : nil
  }
}

/// Recomputes depths when items are left out: their children move up one level.
private struct Indentation {
  /// The previous item and its ancestors: the depth in the file, and the displayed depth of the children.
  private var open: [(depth: Int, children: Int)] = []

  mutating func shown(_ depth: Int, isShown: Bool) -> Int {
    while let last = open.last, last.depth >= depth { open.removeLast() }
    let shown = open.last?.children ?? 0
    open.append((depth, isShown ? shown + 1 : shown))
    return shown
  }
}

/// FNV-1a with 64 bits: unlike `Hasher`, stable across launches.
private struct TextHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: Bytes) {
    for byte in bytes { add(byte) }
    add(0xFF)  // A separator: never occurs in UTF-8.
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
