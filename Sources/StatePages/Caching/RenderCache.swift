import Hummingbird
import NIOCore
import Synchronization

/// Keeps rendered pages as bytes, by their versions.
///
/// A page is found by everything that its bytes depend on, and by nothing else. So it is never stale and needs no invalidation: a change
/// makes another version, and unused pages are evicted.
package final class RenderCache: Sendable {
  package struct Count: Hashable, Sendable {
    /// The number of look-ups that found a page.
    package let hits: Int
    /// The number of look-ups that found none.
    package let misses: Int
    /// The number of evicted pages.
    package let evictions: Int
    package let entries: Int
    /// The size of the pages in bytes, estimated from their lengths, without the allocator's overhead.
    package let bytes: Int
  }

  /// The name of a page: templates, address, version and coding.
  ///
  /// By bytes: strings are equal if they are canonically equivalent, and a kept page needs the very text that it was rendered from.
  struct Name: Hashable {
    private let bytes: [UInt8]
    let coding: ContentCoding

    init(_ version: PageVersion, of catalogue: Catalogue, at address: String, in coding: ContentCoding) {
      bytes = Array(PageVersion(catalogue.hash, address, version).description.utf8)
      self.coding = coding
    }

    var cost: Int { bytes.count }
  }

  private struct State {
    var pages: LRUCache<Name, PageBytes>
    var hits = 0
    var misses = 0
  }

  private let state: Mutex<State>

  /// Creates a cache with a budget in bytes. A budget of 0 disables caching.
  package init(budget: Int = 8 << 20) { state = Mutex(State(pages: LRUCache(budget: budget))) }

  package var count: Count {
    state.withLock { state in
      Count(
        hits: state.hits, misses: state.misses, evictions: state.pages.evictions, entries: state.pages.count,
        bytes: state.pages.cost)
    }
  }

  func page(_ name: Name) -> PageBytes? {
    state.withLock { state in
      let page = state.pages.value(of: name)
      if page == nil { state.misses += 1 } else { state.hits += 1 }
      return page
    }
  }

  func keep(_ page: PageBytes, as name: Name) {
    state.withLock { $0.pages.keep(page, as: name, cost: page.cost + name.cost + Self.overhead) }
  }

  /// The fixed size of an entry in bytes: the entry, its name, and the headers of their allocations.
  private static let overhead = 320
}

/// The bytes of a page in one content coding, and its entity tag, which is a hash of its plain bytes.
///
/// The other coding is a separate value, made on request. It is rarely needed, because all browsers accept gzip, and
/// without its plain bytes a page takes a seventh of the memory.
struct PageBytes: Sendable {
  let tag: EntityTag
  /// The actual coding: identity also if gzip would not be smaller.
  let coding: ContentCoding
  let bytes: ByteBuffer

  init(plain: ByteBuffer, requested: ContentCoding) {
    tag = EntityTag(of: plain)
    let smaller = requested == .gzip ? Gzip.smaller(plain) : nil
    coding = smaller == nil ? .identity : .gzip
    bytes = smaller ?? plain
  }

  /// The memory that it takes, in bytes.
  var cost: Int { bytes.storageCapacity }
}
