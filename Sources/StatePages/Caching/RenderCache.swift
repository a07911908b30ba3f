import Synchronization

/// What was rendered already: pages as their bytes, regions as markup.
///
/// There is one rule. A thing is found by all that its bytes depend on, and by nothing else: a page and a region by their
/// ``CacheKey``, and a page also by a *question*, which can be asked before the page is made. So nothing in here can be out of
/// date, and nothing has to be told that something changed: what is changed has another name, and what nobody asks for any more
/// makes room.
public final class RenderCache: Sendable {
  /// What was found and what is there.
  public struct Count: Hashable, Sendable {
    /// How often something was found.
    public let hits: Int
    /// How often it had to be rendered.
    public let misses: Int
    /// How much made room for something else.
    public let drops: Int
    /// How many things there are.
    public let things: Int
    /// What they take, in bytes: an estimate from their lengths. What the allocator adds is not in it.
    public let bytes: Int
  }

  private enum Name: Hashable {
    case requestKey(ExactText)
    case page(String, ContentCoding)
    case region(ExactText)
  }

  private enum Thing {
    case tag(EntityTag)
    case page(PageBytes)
    case markup(Markup)
  }

  private struct State {
    var things: LRUCache<Name, Thing>
    var hits = 0
    var misses = 0

    mutating func find(_ name: Name) -> Thing? {
      let thing = things.value(of: name)
      if thing == nil { misses += 1 } else { hits += 1 }
      return thing
    }
  }

  private let state: Mutex<State>

  /// Room for so many bytes; none if 0, and then everything is rendered anew.
  public init(budget: Int = 8 << 20) {
    state = Mutex(State(things: LRUCache(budget: budget)))
  }

  /// What was found so far, and what is there.
  public var count: Count {
    state.withLock { state in
      Count(
        hits: state.hits, misses: state.misses, drops: state.things.drops, things: state.things.count,
        bytes: state.things.cost)
    }
  }

  /// The page that a tag names, as it is sent to whoever takes that coding.
  func page(_ tag: EntityTag, in coding: ContentCoding) -> PageBytes? {
    guard case .page(let page) = state.withLock({ $0.find(.page(tag.name, coding)) }) else { return nil }
    return page
  }

  /// The tag of the page that was the answer to a question.
  func tag(asked requestKey: String) -> EntityTag? {
    guard case .tag(let tag) = state.withLock({ $0.find(.requestKey(ExactText(requestKey))) }) else { return nil }
    return tag
  }

  /// Notes which page is the answer to a question.
  func note(_ tag: EntityTag, asked requestKey: String) {
    state.withLock { state in
      let cost = requestKey.utf8.count + tag.name.utf8.count + Self.overhead
      state.things.keep(.tag(tag), as: .requestKey(ExactText(requestKey)), cost: cost)
    }
  }

  /// Keeps a page in the form that it has.
  func keep(_ page: PageBytes) {
    let name = Name.page(page.tag.name, page.asked)
    state.withLock { $0.things.keep(.page(page), as: name, cost: page.cost + Self.overhead) }
  }

  /// The markup of a region's cache key.
  func region(_ cacheKey: CacheKey, in setting: String) -> Markup? {
    guard case .markup(let markup) = state.withLock({ $0.find(Self.name(of: cacheKey, in: setting)) }) else {
      return nil
    }
    return markup
  }

  /// Keeps a region in the state that its cache key names.
  func keep(_ region: Markup, as cacheKey: CacheKey, in setting: String) {
    let cost = setting.utf8.count + cacheKey.description.utf8.count + region.html.utf8.count + Self.overhead
    let region = region.packed
    state.withLock { $0.things.keep(.markup(region), as: Self.name(of: cacheKey, in: setting), cost: cost) }
  }

  /// The markup of a region's cache key, if there is any; not counted as a use.
  func kept(_ cacheKey: CacheKey, in setting: String) -> Markup? {
    guard case .markup(let markup) = state.withLock({ $0.things.peek(Self.name(of: cacheKey, in: setting)) }) else {
      return nil
    }
    return markup
  }

  /// The page that a tag names in a coding, if there is any; not counted as a use.
  func kept(_ tag: EntityTag, in coding: ContentCoding) -> PageBytes? {
    guard case .page(let page) = state.withLock({ $0.things.peek(.page(tag.name, coding)) }) else { return nil }
    return page
  }

  private static func name(of cacheKey: CacheKey, in setting: String) -> Name {
    .region(ExactText(setting + cacheKey.description))
  }

  /// What it takes to have a thing at all, in bytes: its entry, its name's, and the beginnings of what is allocated for both.
  private static let overhead = 320
}

extension Markup {
  /// The same in no more room than it takes: what was written piece by piece has up to twice that.
  fileprivate var packed: Markup {
    var packed = ""
    packed.reserveCapacity(html.utf8.count)
    packed += html
    return Markup(rendered: packed)
  }
}
