import Tasks

/// The components that override one instance of a recurring to-do, or one and all later ones (RFC 5545, section 3.8.4.4).
struct InstanceOverrides {
  /// A component, and the instance that it overrides.
  struct Override {
    /// The index of the override among the to-dos.
    let index: Int
    /// The original start of the instance.
    let instance: WallTime
    /// Whether the start is a date without a time.
    let isDay: Bool
    /// The number of days by which the start was moved.
    let days: Int
  }

  /// The overrides for all later instances too, the earliest first.
  private(set) var ranges: [Override] = []
  /// The completed and cancelled instances.
  private(set) var closed = InstanceSet()
  /// The last one that was completed or cancelled.
  private(set) var lastClosed: Int?
  private var single: [Override] = []

  /// - Parameters:
  ///   - indices: the indices of the components.
  ///   - todos: all to-dos.
  ///   - anchor: the first instance, which determines the time zone.
  init(_ indices: [Int], of todos: [TodoComponent], like anchor: CalendarTime, in zones: inout CalendarZones) {
    for index in indices {
      guard let instance = todos[index].instance else { continue }
      let wall = zones.wall(instance, like: anchor)
      let start = (todos[index].start ?? todos[index].due).map { zones.wall($0, like: anchor).time }
      var isDay = wall.isDay
      if case .day = anchor { isDay = true }
      let override = Override(
        index: index, instance: wall.time, isDay: isDay, days: start?.day.daysSince(wall.time.day) ?? 0)
      if todos[index].isThisAndFuture {
        ranges.append(override)
      } else {
        single.append(override)
        if !todos[index].isOpen {
          closed.insert(wall.time, isDay: isDay)
          if lastClosed.map({ todos[$0].isClosed(before: todos[index]) }) ?? true { lastClosed = index }
        }
      }
    }
    ranges.sort { $0.instance.seconds < $1.instance.seconds }
    for (place, range) in ranges.enumerated() where !todos[range.index].isOpen {
      closed.insert(from: range.instance, before: ranges.dropFirst(place + 1).first?.instance)
    }
  }

  /// The day in the original schedule that corresponds to today: an override may have moved all instances by some days.
  func day(shownAs today: Day) -> Day {
    let place = ranges.lastIndex { $0.instance.day.adding(days: $0.days) <= today }
    let day = today.adding(days: -(place.map { ranges[$0].days } ?? 0))
    guard let next = ranges.dropFirst(place.map { $0 + 1 } ?? 0).first else { return day }
    return min(day, next.instance.day.adding(days: -1))
  }

  /// The component that overrides an instance.
  func override(of instance: WallTime) -> Override? {
    single.first { $0.isDay ? $0.instance.day == instance.day : $0.instance.seconds == instance.seconds }
      ?? ranges.last { $0.instance.seconds <= instance.seconds }
  }
}
