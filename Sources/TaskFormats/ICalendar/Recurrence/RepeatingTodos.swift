import Foundation
import Tasks

/// Resolves recurring to-dos: each is displayed as its current instance, others as written.
struct RepeatingTodos {
  private let todos: [TodoComponent]
  private var current: [Int: Current] = [:]
  /// The overrides that are displayed in place of their series.
  private var shown: Set<Int> = []

  private enum Current {
    /// The instance at that distance from the first.
    case later(CalendarDuration, Recurrence?)
    /// An instance with an override, or at that distance from one for all later instances.
    case component(Int, CalendarDuration, fallback: CalendarDuration, Recurrence?)
    /// All instances are completed, cancelled or left out; the last one is that far from the first, and has that override.
    case over(CalendarDuration?, Int?)
    /// The rules are unsupported, and the first instance has passed: its date would be wrong.
    case unknown
    /// The evaluation of the rules takes too long.
    case unworkable(hasPassed: Bool)
  }

  /// The number of days and instances that may be examined for one to-do, and for all.
  private static let mostIterations = 100_000
  private static let mostIterationsInAll = 1_000_000

  /// - Parameter now: selects the current instance.
  init(
    _ todos: [TodoComponent], now: Date, in zones: inout CalendarZones, within limit: ReadingLimit
  ) throws(UnreadableList) {
    self.todos = todos
    var instances: [Bytes: [Int]] = [:]
    for (index, todo) in todos.enumerated() where todo.instance != nil {
      if let identifier = todo.identifier { instances[identifier, default: []].append(index) }
    }
    var iterations = Self.mostIterationsInAll
    for (index, todo) in todos.enumerated() where todo.repetition.isThere && todo.instance == nil && todo.isOpen {
      try limit.check()
      guard let anchor = todo.anchor else { continue }
      let instance = todo.identifier.flatMap { instances.removeValue(forKey: $0) } ?? []
      let overrides = InstanceOverrides(instance, of: todos, like: anchor, in: &zones)
      let seconds = WallTime(seconds: Int(min(max(now.timeIntervalSince1970, -1e11), 1e12)))
      let today = zones.wall(.universal(seconds), like: anchor).time.day
      let hasPassed = zones.wall(anchor, like: anchor).time.day < today
      var own = min(iterations, Self.mostIterations)
      let budget = own
      let found = Self.current(of: todo, from: anchor, overrides, today, in: &zones, &own)
      iterations -= budget - own
      if own <= 0 {
        current[index] = .unworkable(hasPassed: hasPassed)
      } else if let found {
        current[index] = found
        if case .component(let instance, _, _, _) = found { shown.insert(instance) }
        shown.formUnion(overrides.ranges.map(\.index).filter { todos[$0].isOpen })
      } else if hasPassed {
        current[index] = .unknown
      }
    }
  }

  /// The item for a component; nil when it is displayed in place of its series.
  func item(at index: Int, in zones: inout CalendarZones, depth: Int) -> ReadItem? {
    if shown.contains(index) { return nil }
    switch current[index] {
    case nil: return todos[index].item(in: &zones, depth: depth)
    case .later(let shift, let recurrence):
      return todos[index].item(in: &zones, depth: depth, shift: shift, recurrence)
    case .component(let instance, let shift, let fallback, let recurrence):
      let series = todos[index].item(in: &zones, depth: depth, shift: fallback, recurrence)
      var item = todos[instance].item(in: &zones, depth: depth, shift: shift)
      item.instance = todos[instance].recurrence
      item.identifier = todos[index].identifier
      (item.recurrence, item.repeats, item.isSeriesRead) = (series.recurrence, series.repeats, true)
      if item.title == nil { item.title = series.title }
      if item.due == nil { item.due = series.due }
      item.zone = series.zone ?? item.zone
      return item
    case .over(let shift, let closed):
      var item = todos[index].item(in: &zones, depth: depth, shift: shift)
      let last = closed.map { todos[$0].item(in: &zones, depth: depth) }
      (item.status, item.ended) = (last?.status ?? .done(nil), last?.ended)
      return item
    case .unknown:
      var item = todos[index].item(in: &zones, depth: depth)
      item.due = nil
      return item
    case .unworkable(let hasPassed):
      var item = todos[index].item(in: &zones, depth: depth)
      if hasPassed { item.due = nil }
      item.recurrence = .unworkable
      return item
    }
  }

  /// Nil when the instance can't be determined.
  private static func current(
    of todo: TodoComponent, from anchor: CalendarTime, _ overrides: InstanceOverrides, _ today: Day,
    in zones: inout CalendarZones, _ iterations: inout Int
  ) -> Current? {
    guard iterations > 0, let series = todo.repetition.series(from: anchor, closed: overrides.closed, in: &zones) else {
      return nil
    }
    let found: RecurrenceSeries.Current
    do throws(RecurrenceSeries.Unworkable) {
      found = try series.current(on: overrides.day(shownAs: today), iterations: &iterations)
    } catch {
      return nil
    }
    switch found {
    case .over(let last):
      return .over(last.map { CalendarDuration(from: series.start, to: $0) }, overrides.lastClosed)
    case .open(let time):
      let shift = CalendarDuration(from: series.start, to: time)
      let zone = zones.nameOfRule(from: anchor).flatMap { TimeZone(identifier: $0) }
      // Dates that an override has moved for good have another rule.
      let recurrence =
        overrides.ranges.contains { $0.days != 0 }
        ? nil
        : Recurrence(
          series, at: time, due: todo.distance(in: &zones), basis: todo.basis, in: zone, iterations: &iterations)
      guard let override = overrides.override(of: time) else { return .later(shift, recurrence) }
      return .component(
        override.index, CalendarDuration(from: override.instance, to: time), fallback: shift, recurrence)
    }
  }
}
