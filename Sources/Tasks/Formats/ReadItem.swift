/// A parsed item of any format.
struct ReadItem {
  /// Its identifier in the file, such as a UID.
  var identifier: Bytes?
  var title: String?
  /// Whether its format allows tasks without a title.
  var mayLackTitle = false
  var notes = ""
  var due: RemoteTime?
  var start: RemoteTime?
  var recurrence = RemoteRecurrence.none
  var priority = Priority.none
  var status = RemoteStatus.open(percent: 0)
  var group: String?
  var depth = 0
  var tags: [String] = []

  /// Sets the title; the rest of a text that is too long is added to the notes.
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

  /// Adds a tag unless it is a duplicate or the limit is reached.
  mutating func add(tag: String?) {
    guard let tag, tags.count < Limits.remoteTags, !tags.contains(tag) else { return }
    tags.append(tag)
  }
}
