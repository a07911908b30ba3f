extension PortableList {
  /// The list with some of its tags. The others are in the notes of their tasks, and are remarked.
  public func keepingTags(_ isKept: (Tag) -> Bool) -> PortableList {
    var list = self
    for index in tasks.indices {
      let tags = tasks[index].draft.tags.tags
      let others = tags.filter { !isKept($0) }
      if others.isEmpty { continue }
      list.tasks[index].draft.tags = TagSet(tags.filter(isKept))
      for tag in others { list.addToNotes(ofTask: index, tag.name) }
    }
    return list
  }

  /// Adds a paragraph that is no tag to the notes of a task.
  mutating func addToNotes(ofTask index: Int, _ text: String) {
    let notes = [tasks[index].draft.notes, text].filter { !$0.isEmpty }.joined(separator: "\n\n")
    let fits = notes.utf8.count <= Limits.notesBytes
    if fits { tasks[index].draft.notes = notes }
    remarks.add(fits ? .tag : .longNotes, title: tasks[index].draft.title, value: text)
  }
}
