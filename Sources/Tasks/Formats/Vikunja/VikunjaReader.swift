/// Reads the projects in an export of Vikunja. Buckets are sections; subtasks are nested tasks.
struct VikunjaReader {
  private var builder: ImportBuilder

  /// Whether a file is a list of projects.
  static func recognises(_ file: JSONValue) -> Bool {
    guard file.isArray, let first = file.items.first(where: { _ in true })?.members else { return false }
    return first["title"]?.string != nil && (first["tasks"] != nil || Self.children(of: first) != nil)
      && (first["hex_color"] != nil || first["identifier"] != nil || first["parent_project_id"] != nil)
  }

  static func read(_ file: JSONValue, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    var reader = VikunjaReader(builder: ImportBuilder(context))
    // A project may contain others, which are read once for each level above them.
    var open = try file.items(most: context.limits.tasks).reversed().map { (project: $0, level: 0) }
    while let (next, level) = open.popLast() {
      let project = next.members
      if project["tasks"] != nil || Self.children(of: project) == nil { try reader.add(project) }
      let children = try Self.children(of: project)?.items(most: context.limits.tasks) ?? []
      guard children.isEmpty || level < mostLevels else { throw .tooDeep }
      open.append(contentsOf: children.reversed().map { ($0, level + 1) })
    }
    return reader.builder.file(.vikunja)
  }

  private static let mostLevels = 12

  /// The projects in a project. Older exports have namespaces, which contain lists or projects and no tasks.
  private static func children(of project: [String: JSONValue]) -> JSONValue? {
    [project["child_projects"], project["projects"], project["lists"]].compactMap(\.self).first(where: \.isArray)
  }

  private mutating func add(_ project: [String: JSONValue]) throws(UnreadableList) {
    // Pseudo projects, such as that of favorites, show tasks of others.
    if project["id"]?.integer.map({ $0 < 0 }) == true { return }
    try builder.begin(
      ReadListHead(
        name: project["title"]?.bytes.flatMap(ItemText.name), created: VikunjaTime.moment(project["created"])))
    if let description = project["description"]?.bytes, !description.isEmpty {
      builder.remark(.description, title: "", value: HTMLText.plain(description).beginning(bytes: 1_000).text)
    }
    if project["is_archived"]?.isTrue == true { builder.remark(.other, title: "", value: "is_archived") }
    let places = VikunjaPlaces(project)
    let tasks = places.ordered(try project["tasks"]?.items(most: builder.mostItems) ?? [])
    let parents = VikunjaPlaces.parents(of: tasks)
    let ids = Set(tasks.compactMap { $0["id"]?.integer })
    var tree = ItemTree(most: builder.mostItems)
    for task in tasks.lazy.map(\.members) {
      let id = task["id"]?.integer
      let parent = id.flatMap { parents[$0] }
      var item = VikunjaTask.item(task)
      item.group = places.bucket(of: task)
      if let parent, !ids.contains(parent) { item.remark(.relation) }
      try tree.add(item, id: id.map(String.init), parent: parent.map(String.init))
    }
    try tree.add(to: &builder)
  }
}
