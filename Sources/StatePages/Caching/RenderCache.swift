import Hummingbird
import NIOCore
import Synchronization

/// Caches rendered pages as bytes, and rendered regions as markup.
///
/// There is one rule: an entry is found by everything that its bytes depend on, and by nothing else. Pages and regions
/// are found by their ``CacheKey``, pages also by a *request key*, which is known before the page is made. So entries
/// are never stale and need no invalidation: changed content has another key, and unused entries are evicted.
package final class RenderCache: Sendable {
  package struct Count: Hashable, Sendable {
    /// The number of look-ups that found an entry.
    package let hits: Int
    /// The number of look-ups that found none.
    package let misses: Int
    /// The number of evicted entries.
    package let evictions: Int
    package let entries: Int
    /// The size of the entries in bytes, estimated from their lengths, without the allocator's overhead.
    package let bytes: Int
  }

  /// By bytes: strings are equal if they are canonically equivalent, and a cached rendering needs the very text that it was rendered from.
  private enum Name: Hashable {
    case requestKey([UInt8])
    case page(String, ContentCoding)
    case region([UInt8])
  }

  private enum Entry {
    case tag(EntityTag)
    case page(PageBytes)
    case markup(Markup)
  }

  private struct State {
    var entries: LRUCache<Name, Entry>
    var hits = 0
    var misses = 0

    mutating func find(_ name: Name, isUse: Bool) -> Entry? {
      guard isUse else { return entries.peek(name) }
      let entry = entries.value(of: name)
      if entry == nil { misses += 1 } else { hits += 1 }
      return entry
    }
  }

  private let state: Mutex<State>

  /// Creates a cache with a budget in bytes. A budget of 0 disables caching.
  package init(budget: Int = 8 << 20) { state = Mutex(State(entries: LRUCache(budget: budget))) }

  package var count: Count {
    state.withLock { state in
      Count(
        hits: state.hits, misses: state.misses, evictions: state.entries.evictions, entries: state.entries.count,
        bytes: state.entries.cost)
    }
  }

  private func find(_ name: Name, isUse: Bool = true) -> Entry? { state.withLock { $0.find(name, isUse: isUse) } }

  /// The page of a tag in a coding.
  /// - Parameter isUse: whether it is counted as a use.
  func page(_ tag: EntityTag, in coding: ContentCoding, isUse: Bool = true) -> PageBytes? {
    if case .page(let page) = find(.page(tag.name, coding), isUse: isUse) { page } else { nil }
  }

  /// The tag of the page that answers a request key.
  func tag(requestKey: String) -> EntityTag? {
    if case .tag(let tag) = find(.requestKey(Array(requestKey.utf8))) { tag } else { nil }
  }

  func note(_ tag: EntityTag, requestKey: String) {
    state.withLock { state in
      let cost = requestKey.utf8.count + tag.name.utf8.count + Self.overhead
      state.entries.keep(.tag(tag), as: .requestKey(Array(requestKey.utf8)), cost: cost)
    }
  }

  func keep(_ page: PageBytes) {
    let name = Name.page(page.tag.name, page.requested)
    state.withLock { $0.entries.keep(.page(page), as: name, cost: page.cost + Self.overhead) }
  }

  /// The markup of a region.
  /// - Parameter isUse: whether it is counted as a use.
  func region(_ cacheKey: CacheKey, in setting: String, isUse: Bool = true) -> Markup? {
    if case .markup(let markup) = find(Self.name(of: cacheKey, in: setting), isUse: isUse) { markup } else { nil }
  }

  func keep(_ region: Markup, as cacheKey: CacheKey, in setting: String) {
    let cost = setting.utf8.count + cacheKey.description.utf8.count + region.html.utf8.count + Self.overhead
    let region = region.packed
    state.withLock { $0.entries.keep(.markup(region), as: Self.name(of: cacheKey, in: setting), cost: cost) }
  }

  private static func name(of cacheKey: CacheKey, in setting: String) -> Name {
    .region(Array((setting + cacheKey.description).utf8))
  }

  /// The fixed size of an entry in bytes: the entry, its name, and the headers of their allocations.
  private static let overhead = 320
}

extension Markup {
  /// A copy without spare capacity: a string that grew by appending has up to twice its size.
  fileprivate var packed: Markup {
    var packed = ""
    packed.reserveCapacity(html.utf8.count)
    packed += html
    return Markup(rendered: packed)
  }
}

/// The bytes of a page in one content coding, identified by its entity tag.
///
/// The other coding is a separate value, made on request. It is rarely needed, because all browsers accept gzip, and
/// without its plain bytes a page takes a seventh of the memory.
struct PageBytes: Sendable {
  let tag: EntityTag
  let requested: ContentCoding
  /// The actual coding: identity also if gzip would not be smaller.
  let coding: ContentCoding
  let bytes: ByteBuffer

  init(tag: EntityTag, plain: ByteBuffer, requested: ContentCoding) {
    self.tag = tag
    self.requested = requested
    let smaller = requested == .gzip ? Gzip.smaller(plain) : nil
    coding = smaller == nil ? .identity : .gzip
    bytes = smaller ?? plain
  }

  /// The memory that it takes, in bytes.
  var cost: Int { bytes.storageCapacity }
}
