/// Items that name their parents, in any order.
struct ItemTree {
  private let most: Int
  private var items: [(item: ReadItem, parent: String?)] = []
  private var places: [String: Int] = [:]

  /// - Parameter most: the maximum number of items.
  init(most: Int) {
    self.most = most
  }

  /// Whether there are no items.
  var isEmpty: Bool { items.isEmpty }

  /// - Parameters:
  ///   - id: its identifier among the items.
  ///   - parent: that of its parent, which may follow.
  mutating func add(_ item: ReadItem, id: String?, parent: String?) throws(UnreadableList) {
    guard items.count < most else { throw .tooManyTasks }
    if let id, places[id] == nil { places[id] = items.count }
    items.append((item, parent))
  }

  /// Adds the items to a list, each after its parent, siblings in their order here.
  func add<Collector: ItemCollector>(to builder: inout Collector) throws(UnreadableList) {
    let parents = items.enumerated().map { index, item in
      item.parent.flatMap { places[$0] }.flatMap { $0 == index ? nil : $0 }
    }
    for (index, depth) in TaskHierarchy(parents: parents).places {
      var item = items[index].item
      item.depth += depth
      try builder.add(item)
    }
  }
}
