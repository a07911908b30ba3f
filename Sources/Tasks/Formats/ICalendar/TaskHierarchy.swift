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
    var steps = Array(repeating: 0, count: parents.count)
    for index in parents.indices where !isPlaced[index] {
      var place = index
      while steps[place] != index + 1, let parent = parents[place] {
        steps[place] = index + 1
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
