/// Gathers the tasks of a file, gives each its key, and keeps to the limit. Where there is no room for all of them, completed and
/// cancelled ones give way to open ones, the last first.
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

  /// An item could not be read.
  mutating func skip() {
    skipped += 1
  }

  /// An item was read; one without a title takes its notes' first line, and without those is skipped if its format wants titles.
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
        key: key(item, title: title), title: title, notes: item.notes, due: item.due, repeats: item.repeats,
        priority: item.priority, status: item.status, group: item.group, depth: min(depth, Limits.remoteDepth),
        tags: item.tags))
    if tasks.count % 100 == 0 { progress(tasks.count) }
  }

  /// What was read.
  func list(_ format: ListFormat, title: String?, appointments: Int = 0) -> ReadList {
    let surplus = max(tasks.count - limit, 0)
    return ReadList(
      format: format, title: title, tasks: surplus > 0 ? tasks(without: surplus) : tasks, skipped: skipped,
      omitted: omitted + surplus, appointments: appointments)
  }

  /// The tasks without so many of the closed ones, the last of them.
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

  /// Keys travel through forms, so only what stays the same there is one as it is.
  private static func key(_ identifier: Bytes) -> String? {
    let isPlain = identifier.count <= 200 && identifier.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && !identifier.isEmpty ? identifier.text : nil
  }
}

/// How deep items are shown of which some are left out: those beneath them move up to their places.
private struct Indentation {
  /// Of the item before and those that it stands beneath: how deep the file has it, and how deep its children are shown.
  private var open: [(depth: Int, children: Int)] = []

  mutating func shown(_ depth: Int, isShown: Bool) -> Int {
    while let last = open.last, last.depth >= depth { open.removeLast() }
    let shown = open.last?.children ?? 0
    open.append((depth, isShown ? shown + 1 : shown))
    return shown
  }
}

/// A hash that is the same in every run: FNV-1a with 64 bits.
private struct TextHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: Bytes) {
    for byte in bytes { add(byte) }
    add(0xFF)  // no byte of UTF-8: parts don't run into each other
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
