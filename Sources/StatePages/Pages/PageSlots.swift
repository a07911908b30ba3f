import Synchronization

/// The pages that currently wait for their regions, and their maximum number.
///
/// A waiting page holds everything that answers a request, some 50 KB more than a page that is being streamed. So when
/// many requests meet slow sources, the page that has waited longest is sent before its grace ends.
final class PageSlots: Sendable {
  /// Rarely reached unless sources are slow.
  static let limit = 32

  private struct Model {
    var loads: [Int: PageLoad] = [:]
    var newest = 0
  }

  private let model = Mutex(Model())

  /// The number of waiting pages.
  var count: Int { model.withLock { $0.loads.count } }

  /// Adds the load of a waiting page. The caller must call `leave(_:)` with the result.
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
    // Released outside the lock: this may be the last reference, which cancels the load.
    let load = model.withLock { $0.loads.removeValue(forKey: id) }
    withExtendedLifetime(load) {}
  }
}
