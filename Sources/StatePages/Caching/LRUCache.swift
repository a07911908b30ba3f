/// A cache with a budget: when it is exceeded, the least recently used values are dropped.
///
/// All operations take constant time.
struct LRUCache<Name: Hashable, Value> {
  /// The maximum total cost, in the unit of the costs.
  let budget: Int
  /// The total cost.
  private(set) var cost = 0
  /// The number of values that were dropped for others.
  private(set) var evictions = 0

  private var slots: [Name: Int] = [:]
  /// The entries in no particular order, linked in the order of use.
  private var entries: [Entry?] = []
  private var free: [Int] = []
  private var newest: Int?
  private var oldest: Int?

  private struct Entry {
    let name: Name
    let value: Value
    let cost: Int
    var newer: Int?
    var older: Int?
  }

  init(budget: Int) {
    self.budget = budget
  }

  /// The number of values.
  var count: Int { slots.count }

  /// The value of a name; counts as a use.
  mutating func value(of name: Name) -> Value? {
    guard let slot = slots[name] else { return nil }
    if slot != newest {
      unlink(slot)
      link(slot)
    }
    return entries[slot]?.value
  }

  /// The value of a name; does not count as a use.
  func peek(_ name: Name) -> Value? {
    slots[name].flatMap { entries[$0]?.value }
  }

  /// Stores a value, and replaces the one with the same name. A value that costs more than an eighth of the budget is
  /// not stored: it would displace too many others.
  mutating func keep(_ value: Value, as name: Name, cost: Int) {
    remove(name)
    guard cost <= budget / 8 else { return }
    let entry = Entry(name: name, value: value, cost: cost)
    let slot = free.popLast() ?? entries.endIndex
    if slot == entries.endIndex { entries.append(entry) } else { entries[slot] = entry }
    slots[name] = slot
    self.cost += cost
    link(slot)
    while self.cost > budget, let oldest, let name = entries[oldest]?.name {
      remove(name)
      evictions += 1
    }
  }

  private mutating func remove(_ name: Name) {
    guard let slot = slots.removeValue(forKey: name) else { return }
    unlink(slot)
    cost -= entries[slot]?.cost ?? 0
    entries[slot] = nil
    free.append(slot)
  }

  private mutating func link(_ slot: Int) {
    entries[slot]?.older = newest
    entries[slot]?.newer = nil
    if let newest { entries[newest]?.newer = slot }
    newest = slot
    oldest = oldest ?? slot
  }

  private mutating func unlink(_ slot: Int) {
    guard let entry = entries[slot] else { return }
    if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
    if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
  }
}
