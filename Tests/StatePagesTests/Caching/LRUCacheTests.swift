import TestSupport
import Testing

@testable import StatePages

struct LRUCacheTests {
  @Test func `the least recently used values are evicted, an eighth of the budget at once`() {
    var kept = LRUCache<String, Int>(budget: 80)
    for (value, name) in ["a", "b", "c", "d", "e", "f", "g", "h"].enumerated() { kept.keep(value, as: name, cost: 10) }
    #expect(kept.count == 8 && kept.cost == 80 && kept.evictions == 0)
    #expect(kept.value(of: "a") == 0)
    kept.keep(8, as: "i", cost: 10)
    #expect(["a", "b", "c", "d", "i"].map { kept.value(of: $0) } == [0, nil, nil, 3, 8])
    #expect(kept.count == 7 && kept.cost == 70 && kept.evictions == 2)
  }

  @Test func `a value replaces the one with the same key`() {
    var kept = LRUCache<String, Int>(budget: 80)
    kept.keep(1, as: "a", cost: 4)
    kept.keep(2, as: "a", cost: 6)
    #expect(kept.value(of: "a") == 2 && kept.count == 1 && kept.cost == 6 && kept.evictions == 0)
  }

  @Test func `a value over an eighth of the budget is not stored, and removes the one with its key`() {
    var kept = LRUCache<String, Int>(budget: 80)
    kept.keep(1, as: "a", cost: 10)
    kept.keep(2, as: "a", cost: 11)
    #expect(kept.value(of: "a") == nil && kept.count == 0 && kept.cost == 0)
  }

  @Test func `without a budget nothing is stored`() {
    var kept = LRUCache<String, Int>(budget: 0)
    kept.keep(1, as: "a", cost: 1)
    #expect(kept.value(of: "a") == nil && kept.cost == 0)
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `it stores the same values as a simple model`(seed: UInt64) {
    var chance = Seeded(seed)
    var kept = LRUCache<Int, Int>(budget: 160)
    var model: [(name: Int, value: Int, cost: Int)] = []
    for step in 0..<4_000 {
      let name = Int.random(in: 0..<30, using: &chance)
      if Bool.random(using: &chance) {
        let index = model.firstIndex { $0.name == name }
        #expect(kept.value(of: name) == index.map { model[$0].value })
        if let index { model.append(model.remove(at: index)) }
      } else {
        let cost = Int.random(in: 1...22, using: &chance)
        kept.keep(step, as: name, cost: cost)
        model.removeAll { $0.name == name }
        if cost <= 20 { model.append((name, step, cost)) }
        let sum = model.reduce(0) { $0 + $1.cost }
        if sum > 160 { while model.reduce(0, { $0 + $1.cost }) > 140 { model.removeFirst() } }
      }
      #expect(kept.count == model.count && kept.cost == model.reduce(0) { $0 + $1.cost })
    }
  }
}
