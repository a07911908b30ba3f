/// A task of a copy, and where it stands there.
public struct PlacedRemoteTask: Hashable, Sendable {
  /// The task.
  public let task: RemoteTask
  /// Its place in the whole copy, from 1.
  public let number: Int
  /// How many of those that it stands beneath are open if it is, or closed if it is: they are shown apart.
  public let depth: Int

  /// A task at a place.
  public init(_ task: RemoteTask, number: Int, depth: Int) {
    self.task = task
    self.number = number
    self.depth = depth
  }

  /// Tasks that follow each other, with their places.
  public static func placed(_ tasks: [RemoteTask]) -> [PlacedRemoteTask] {
    let depths = depths(of: tasks.map { ($0.depth, $0.status.isOpen) })
    return zip(tasks, depths).enumerated().map { index, placed in
      PlacedRemoteTask(placed.0, number: index + 1, depth: placed.1)
    }
  }

  /// How many tasks of the same state each stands beneath.
  package static func depths(of tasks: [(depth: Int, isOpen: Bool)]) -> [Int] {
    var above: [(depth: Int, isOpen: Bool)] = []
    return tasks.map { task in
      while let last = above.last, last.depth >= task.depth { above.removeLast() }
      defer { above.append(task) }
      return min(above.count { $0.isOpen == task.isOpen }, Limits.remoteDepth)
    }
  }
}

/// One page of the open tasks of a copy, or of the closed ones.
public struct RemoteTaskPage: Hashable, Sendable {
  /// The tasks in the copy's order.
  public let tasks: [PlacedRemoteTask]
  /// The page's number, from 1.
  public let number: Int
  /// The pages that there are.
  public let paging: Paging

  /// One page of so many.
  public init(_ tasks: [PlacedRemoteTask], number: Int = 1, paging: Paging) {
    self.tasks = tasks
    self.number = number
    self.paging = paging
  }
}

/// A page of each, as they were at one moment.
public struct RemoteTaskPages: Hashable, Sendable {
  /// Of the open tasks.
  public let open: RemoteTaskPage
  /// Of those that are completed or cancelled.
  public let closed: RemoteTaskPage

  /// A page of each.
  public init(open: RemoteTaskPage, closed: RemoteTaskPage) {
    self.open = open
    self.closed = closed
  }
}
