/// A cache with a budget: when it is exceeded, the least recently used values are dropped.
package struct LRUCache<Name: Hashable, Value> {
  /// The maximum total cost, in the unit of the costs.
  let budget: Int
  private(set) var cost = 0
  /// The number of values that were dropped for others.
  private(set) var evictions = 0
  private var entries: [Name: Entry] = [:]
  private var uses = 0

  private struct Entry {
    let value: Value
    let cost: Int
    /// The number of the last use.
    var used: Int
  }

  package init(budget: Int) { self.budget = budget }

  var count: Int { entries.count }

  /// The value of a name; counts as a use.
  package mutating func value(of name: Name) -> Value? {
    guard let index = entries.index(forKey: name) else { return nil }
    uses += 1
    entries.values[index].used = uses
    return entries.values[index].value
  }

  /// Stores a value, and replaces the one with the same name. A value that costs more than an eighth of the budget is
  /// not stored: it would displace too many others.
  package mutating func keep(_ value: Value, as name: Name, cost: Int) {
    remove(name)
    guard cost <= budget / 8 else { return }
    uses += 1
    entries[name] = Entry(value: value, cost: cost, used: uses)
    self.cost += cost
    guard self.cost > budget else { return }
    // An eighth of the budget at once, so that sorting is rare.
    for (name, _) in entries.sorted(by: { $0.value.used < $1.value.used }) {
      guard self.cost > budget - budget / 8 else { return }
      remove(name)
      evictions += 1
    }
  }

  private mutating func remove(_ name: Name) { cost -= entries.removeValue(forKey: name)?.cost ?? 0 }
}
