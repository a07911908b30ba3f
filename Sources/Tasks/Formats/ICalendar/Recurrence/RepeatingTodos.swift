import Foundation

/// The to-dos of a file as they are shown: each as it is written, but of a repeating one the instance whose turn it is.
struct RepeatingTodos {
  private let todos: [TodoComponent]
  private let current: [Int: Current]
  /// The components that are shown for their series.
  private let shown: Set<Int>

  private enum Current {
    /// The instance that comes so much after the first one.
    case later(CalendarDuration)
    /// An instance that has a component of its own.
    case component(Int)
  }

  /// How many days of the calendar may be looked at for one of them, and for all.
  private static let mostSteps = 40_000
  private static let mostStepsInAll = 1_000_000

  /// - Parameter now: tells whose turn it is.
  init(_ todos: [TodoComponent], now: Date, in zones: inout CalendarZones) {
    self.todos = todos
    var instances: [Bytes: [Int]] = [:]
    for (index, todo) in todos.enumerated() where todo.instance != nil {
      if let identifier = todo.identifier { instances[identifier, default: []].append(index) }
    }
    var current: [Int: Current] = [:]
    var shown: Set<Int> = []
    var steps = Self.mostStepsInAll
    for (index, todo) in todos.enumerated() where todo.repetition.isThere && todo.instance == nil && todo.isOpen {
      let own = todo.identifier.flatMap { instances.removeValue(forKey: $0) } ?? []
      guard steps > 0 else { break }
      current[index] = Self.current(of: todo, own.map { ($0, todos[$0]) }, now, in: &zones, &steps)
      if case .component(let instance) = current[index] { shown.insert(instance) }
    }
    self.current = current
    self.shown = shown
  }

  /// The item that is shown for a component; nil when another one's is shown for it.
  func item(at index: Int, in zones: inout CalendarZones, depth: Int) -> ReadItem? {
    if shown.contains(index) { return nil }
    switch current[index] {
    case nil: return todos[index].item(in: &zones, depth: depth)
    case .later(let shift): return todos[index].item(in: &zones, depth: depth, shift: shift)
    case .component(let instance):
      var item = todos[instance].item(in: &zones, depth: depth)
      item.identifier = todos[index].identifier
      item.repeats = true
      if item.title == nil { item.title = todos[index].item(in: &zones, depth: depth).title }
      return item
    }
  }

  /// Nil when the to-do is shown as it is written.
  private static func current(
    of todo: TodoComponent, _ instances: [(index: Int, todo: TodoComponent)], _ now: Date,
    in zones: inout CalendarZones,
    _ allSteps: inout Int
  ) -> Current? {
    guard let anchor = todo.start ?? todo.due else { return nil }
    let closed = instances.filter { !$0.todo.isOpen }.compactMap(\.todo.instance)
    guard let series = todo.repetition.series(from: anchor, closed: closed, in: &zones) else { return nil }
    let seconds = WallTime(seconds: Int(min(max(now.timeIntervalSince1970, -1e11), 1e12)))
    let today = zones.wall(.universal(seconds), like: anchor).time.day
    var steps = min(mostSteps, allSteps)
    let room = steps
    defer { allSteps -= room - steps }
    guard let found = series.current(on: today, steps: &steps) else { return nil }
    let time =
      switch found {
      case .open(let time), .over(let time): time
      }
    for (index, instance) in instances {
      guard let written = instance.instance else { continue }
      let wall = zones.wall(written, like: anchor)
      if wall.time.seconds == time.seconds || wall.isDay && wall.time.day == time.day { return .component(index) }
      if case .day = anchor, wall.time.day == time.day { return .component(index) }
    }
    return .later(CalendarDuration(from: series.start, to: time))
  }
}
