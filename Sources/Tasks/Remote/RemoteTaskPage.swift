/// A task of a fetched copy, with its position.
package struct PlacedRemoteTask: Hashable, Sendable {
  package let task: RemoteTask
  /// The position in the whole copy, from 1.
  package let number: Int
  /// The number of its ancestors of the same kind, open or closed. Open and closed tasks are displayed separately.
  package let depth: Int

  package init(_ task: RemoteTask, number: Int, depth: Int) {
    (self.task, self.number, self.depth) = (task, number, depth)
  }

  /// The positions and depths of all tasks of a copy.
  package static func placed(_ tasks: [RemoteTask]) -> [PlacedRemoteTask] {
    let depths = depths(of: tasks.map { ($0.depth, $0.status.isOpen) })
    return zip(tasks, depths).enumerated().map { index, placed in
      PlacedRemoteTask(placed.0, number: index + 1, depth: placed.1)
    }
  }

  /// The number of ancestors of the same kind, for each task.
  package static func depths(of tasks: [(depth: Int, isOpen: Bool)]) -> [Int] {
    var above: [(depth: Int, isOpen: Bool)] = []
    return tasks.map { task in
      while let last = above.last, last.depth >= task.depth { above.removeLast() }
      defer { above.append(task) }
      return min(above.count { $0.isOpen == task.isOpen }, Limits.remoteDepth)
    }
  }
}

/// One page of the open or the closed tasks of a copy, in its order.
package typealias RemoteTaskPage = RowPage<PlacedRemoteTask>

/// A page of the open tasks and one of the closed tasks, read in one transaction.
package struct RemoteTaskPages: Hashable, Sendable {
  package let open: RemoteTaskPage
  /// The page of completed and cancelled tasks.
  package let closed: RemoteTaskPage

  package init(open: RemoteTaskPage, closed: RemoteTaskPage) { (self.open, self.closed) = (open, closed) }
}
