/// The list and the parent of a task of Tasks.org. A task may have moved: its last place counts.
struct TasksOrgPlace {
  let list: String?
  let id: String?
  let parent: String?
  /// Whether it was deleted from all of its lists.
  let isDeleted: Bool

  init(_ entry: [String: JSONValue]) {
    var last: [String: JSONValue] = [:]
    var count = (all: 0, kept: 0)
    for place in [entry["google"], entry["caldavTasks"]].compactMap(\.self).lazy.flatMap(\.objects) {
      count.all += 1
      if (place["deleted"]?.integer ?? 0) != 0 { continue }
      count.kept += 1
      last = place
    }
    list = (last["calendar"] ?? last["listId"])?.string
    id = last["remoteId"]?.string
    parent = last["remoteParent"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    isDeleted = count.all > 0 && count.kept == 0
  }
}
