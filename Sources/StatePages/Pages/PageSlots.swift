import Synchronization

/// The pages that are held back for their regions at the moment, and how many they may be.
///
/// A page that is held back has all behind it that answers a request, some 50 KB that one that was begun needs no longer. So where
/// many come at once to slow sources, whoever has waited longest is sent on, before their grace is over.
final class PageSlots: Sendable {
  /// Those who need no more than a moment for their regions never come near it.
  static let limit = 32

  private struct Model {
    var loads: [Int: PageLoad] = [:]
    var newest = 0
  }

  private let model = Mutex(Model())

  /// How many there are.
  var count: Int { model.withLock { $0.loads.count } }

  /// Enters a page by its load; to be left again.
  func enter(_ load: PageLoad) -> Int {
    let (id, longest) = model.withLock { model in
      model.newest += 1
      model.loads[model.newest] = load
      let longest = model.loads.count > Self.limit ? model.loads.keys.min() : nil
      return (model.newest, longest.flatMap { model.loads.removeValue(forKey: $0) })
    }
    longest?.hurry()
    return id
  }

  func leave(_ id: Int) {
    // Let go of outside the lock: a load that nobody else refers to ends then.
    let load = model.withLock { $0.loads.removeValue(forKey: id) }
    withExtendedLifetime(load) {}
  }
}
