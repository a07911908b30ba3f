/// Reads a backup of Tasks.org.
enum TasksOrgReader {
  /// Whether the members of a file are those of a backup.
  static func recognises(_ file: [String: JSONValue]) -> Bool {
    guard let data = file["data"]?.members, let tasks = data["tasks"], tasks.isArray else { return false }
    return tasks.items.first { _ in true }.map { $0.members["task"]?.isObject == true }
      ?? (data["caldavCalendars"] != nil)
  }

  static func read(_ file: [String: JSONValue], _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var builder = ImportBuilder(context)
    let data = file["data"]?.members ?? [:]
    var names: [(id: String, name: String?)] = []
    var known: Set<String> = []
    let most = builder.mostItems
    let lists = [data["caldavCalendars"], data["googleTaskLists"]].compactMap(\.self)
    for list in lists.lazy.flatMap(\.objects) {
      guard let id = (list["uuid"] ?? list["remoteId"])?.string, known.insert(id).inserted else { continue }
      guard names.count < most else { throw .tooManyTasks }
      names.append((id, (list["name"] ?? list["title"])?.bytes.flatMap(ItemText.name)))
    }
    var trees: [String: ItemTree] = [:]
    var rest = ItemTree(most: most)
    for value in data["tasks"]?.items ?? JSONValue.none {
      let entry = value.members
      let task = entry["task"]?.members ?? [:]
      let place = TasksOrgPlace(entry)
      if task["deletionDate"]?.integer.map({ $0 > 0 }) == true || place.isDeleted {
        builder.remark(.deleted, title: task["title"]?.string ?? "")
        continue
      }
      let item = TasksOrgTask(entry, task, zone: context.zone).item(at: place)
      if let list = place.list, known.contains(list) {
        try trees[list, default: ItemTree(most: most)].add(item, id: place.id, parent: place.parent)
      } else {
        try rest.add(item, id: place.id, parent: place.parent)
      }
    }
    for (id, name) in names {
      try builder.begin(ReadListHead(name: name))
      try trees[id]?.add(to: &builder)
    }
    if !rest.isEmpty || names.isEmpty {
      try builder.begin(ReadListHead(name: nil))
      try rest.add(to: &builder)
    }
    return builder.file(.tasksOrg)
  }
}
