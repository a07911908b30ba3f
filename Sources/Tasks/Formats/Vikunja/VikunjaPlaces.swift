/// The order, the buckets and the parents of a project's tasks.
struct VikunjaPlaces {
  private var titles: [Int: String] = [:]
  private var buckets: [Int: Int] = [:]
  private var positions: [Int: Double] = [:]

  init(_ project: [String: JSONValue]) {
    for bucket in project["buckets"]?.objects ?? JSONValue.noObjects {
      if let id = bucket["id"]?.integer { titles[id] = bucket["title"]?.bytes.flatMap(ItemText.name) }
    }
    for place in project["task_buckets"]?.objects ?? JSONValue.noObjects {
      guard let task = place["task_id"]?.integer, let bucket = place["bucket_id"]?.integer else { continue }
      buckets[task] = buckets[task] ?? bucket
    }
    for place in project["positions"]?.objects ?? JSONValue.noObjects {
      guard let task = place["task_id"]?.integer, let position = place["position"]?.number else { continue }
      positions[task] = positions[task] ?? position
    }
  }

  func bucket(of task: [String: JSONValue]) -> String? {
    let id = task["id"]?.integer.flatMap { buckets[$0] } ?? task["bucket_id"]?.integer
    return id.flatMap { titles[$0] }
  }

  func ordered(_ tasks: [JSONValue]) -> [JSONValue] {
    let places = tasks.map { task in
      task["id"]?.integer.flatMap { positions[$0] } ?? task["position"]?.number ?? .infinity
    }
    return tasks.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { tasks[$0] }
  }

  /// Each relation is at both tasks, or at one of them.
  static func parents(of tasks: [JSONValue]) -> [Int: Int] {
    var parents: [Int: Int] = [:]
    for task in tasks {
      guard let id = task["id"]?.integer, let related = task["related_tasks"]?.members else { continue }
      for parent in related["parenttask"]?.objects ?? JSONValue.noObjects {
        parents[id] = parents[id] ?? parent["id"]?.integer
      }
      for child in related["subtask"]?.objects ?? JSONValue.noObjects {
        if let child = child["id"]?.integer, child != id { parents[child] = parents[child] ?? id }
      }
    }
    return parents
  }
}
