import Tasks

/// Items that name their parents, in any order.
struct ItemTree {
  private let most: Int
  private var items: [(item: ReadItem, parent: String?)] = []
  private var places: [String: Int] = [:]

  /// - Parameter most: the maximum number of items.
  init(most: Int) { self.most = most }

  /// Whether there are no items.
  var isEmpty: Bool { items.isEmpty }

  /// - Parameters:
  ///   - id: its identifier among the items.
  ///   - parent: that of its parent, which may follow. One that is not there is a remark.
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
      if let parent = items[index].parent, places[parent] == nil { item.remark(.relation, parent) }
      try builder.add(item)
    }
  }
}

/// The display order of items: each after its parent, siblings in the order of the file.
struct TaskHierarchy {
  /// The items' indices, and their depths.
  private(set) var places: [(index: Int, depth: Int)] = []

  private let parents: [Int?]
  private var children: [[Int]]
  private var isPlaced: [Bool]

  /// - Parameter parents: the index of each item's parent. Cycles are broken at one of their items.
  init(parents: [Int?]) {
    self.parents = parents
    children = Array(repeating: [], count: parents.count)
    isPlaced = Array(repeating: false, count: parents.count)
    places.reserveCapacity(parents.count)
    for (index, parent) in parents.enumerated() {
      if let parent { children[parent].append(index) }
    }
    for (index, parent) in parents.enumerated() where parent == nil { place(index) }
    // The rest are in cycles, or descend from them.
    var visits = Array(repeating: 0, count: parents.count)
    for index in parents.indices where !isPlaced[index] {
      var place = index
      while visits[place] != index + 1, let parent = parents[place] {
        visits[place] = index + 1
        place = parent
      }
      self.place(place)
    }
  }

  private mutating func place(_ root: Int) {
    var open = [(index: root, depth: 0)]
    while let next = open.popLast() {
      if isPlaced[next.index] { continue }
      isPlaced[next.index] = true
      places.append(next)
      for child in children[next.index].reversed() { open.append((child, next.depth + 1)) }
    }
  }
}

/// Recomputes depths when items are left out: their children move up one level.
struct Indentation {
  /// The previous item and its ancestors: the depth in the file, and the displayed depth of the children.
  private var open: [(depth: Int, children: Int)] = []

  mutating func shown(_ depth: Int, isShown: Bool) -> Int {
    while let last = open.last, last.depth >= depth { open.removeLast() }
    let shown = open.last?.children ?? 0
    open.append((depth, isShown ? shown + 1 : shown))
    return shown
  }
}
