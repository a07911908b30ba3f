/// An item as a format has it.
struct ReadItem {
  /// What its format knows it by.
  var identifier: Bytes?
  var title: String?
  /// Whether it is a task also without a title.
  var mayLackTitle = false
  var notes = ""
  var due: RemoteTime?
  /// Whether it is one of several instances of the same.
  var repeats = false
  var priority = Priority.none
  var status = RemoteStatus.open(percent: 0)
  var group: String?
  var depth = 0
  var tags: [String] = []

  /// Takes a title; what is too long for one goes on in the notes.
  mutating func take(title bytes: Bytes) {
    let (title, rest) = ItemText.titleAndRest(bytes)
    self.title = title
    append(notes: rest)
  }

  /// Adds a paragraph to the notes.
  mutating func append(notes more: String) {
    if more.isEmpty { return }
    notes = notes.isEmpty ? more : ItemText.notes(Array((notes + "\n\n" + more).utf8)[...])
  }

  /// Adds a tag that it doesn't have yet, while there is room.
  mutating func add(tag: String?) {
    guard let tag, tags.count < Limits.remoteTags, !tags.contains(tag) else { return }
    tags.append(tag)
  }
}
