/// Gathers the tasks of a file, gives each its key, and keeps to the limit.
struct ListBuilder {
  private let limit: Int
  private let progress: (Int) -> Void
  private var tasks: [RemoteTask] = []
  private var skipped = 0
  private var keys: Set<String> = []
  private var repeats: [UInt64: Int] = [:]
  /// Of the item before and those that it stands beneath: how deep the file has it, and how deep its children are shown.
  private var outline: [(depth: Int, children: Int)] = []

  init(limit: Int, progress: @escaping (Int) -> Void) {
    self.limit = limit
    self.progress = progress
  }

  /// An item could not be read.
  mutating func skip() {
    skipped += 1
  }

  /// An item was read; one without a title takes its notes' first line, and without those is skipped.
  mutating func add(_ item: ReadItem) throws(UnreadableList) {
    let title = item.title ?? ItemText.title(ofNotes: item.notes)
    let depth = shownDepth(item.depth, isShown: title != nil)
    guard let title else { return skip() }
    if tasks.count >= limit { throw .tooManyTasks }
    tasks.append(
      RemoteTask(
        key: key(item, title: title), title: title, notes: item.notes, due: item.due, priority: item.priority,
        status: item.status, group: item.group, depth: min(depth, Limits.remoteDepth), tags: item.tags))
    if tasks.count % 100 == 0 { progress(tasks.count) }
  }

  /// What was read.
  func list(_ format: ListFormat, title: String?) -> ReadList {
    ReadList(format: format, title: title, tasks: tasks, skipped: skipped)
  }

  /// Items beneath one that is skipped move up to its place.
  private mutating func shownDepth(_ depth: Int, isShown: Bool) -> Int {
    while let last = outline.last, last.depth >= depth { outline.removeLast() }
    let shown = outline.last?.children ?? 0
    outline.append((depth, isShown ? shown + 1 : shown))
    return shown
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

/// An item as a format has it.
struct ReadItem {
  /// What its format knows it by.
  var identifier: Bytes?
  var title: String?
  var notes = ""
  var due: RemoteTime?
  var priority = Priority.none
  var status = RemoteStatus.open(percent: 0)
  var group: String?
  var depth = 0
  var tags: [String] = []

  /// Adds a tag that it doesn't have yet, while there is room.
  mutating func add(tag: String?) {
    guard let tag, tags.count < Limits.remoteTags, !tags.contains(tag) else { return }
    tags.append(tag)
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
