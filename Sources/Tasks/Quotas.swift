/// How much an account may have and do. What is in the trash counts as well.
public struct Quotas: Hashable, Sendable {
  /// Bytes in all: of tasks, history, saved drafts of forms, and the copies of lists that are followed.
  public var bytes = 100_000_000
  /// Tasks in all lists.
  public var tasks = 100_000
  /// Lists, those that are followed among them.
  public var lists = 1_000
  /// Lists that are followed.
  public var sources = 100
  /// Forms sent in a minute; nil for any number.
  public var writesPerMinute: Int? = 600

  /// The quotas by default.
  public init() {}
}

/// How much an account has, by what ``Quotas`` count.
public struct Usage: Hashable, Sendable {
  /// Bytes in all.
  public var bytes: Int
  /// Tasks in all lists.
  public var tasks: Int
  /// Lists.
  public var lists: Int
  /// Lists that are followed.
  public var sources: Int

  /// So much.
  public init(bytes: Int = 0, tasks: Int = 0, lists: Int = 0, sources: Int = 0) {
    self.bytes = bytes
    self.tasks = tasks
    self.lists = lists
    self.sources = sources
  }

  /// Both together.
  public static func + (left: Self, right: Self) -> Self {
    Self(
      bytes: left.bytes + right.bytes, tasks: left.tasks + right.tasks, lists: left.lists + right.lists,
      sources: left.sources + right.sources)
  }

  /// What more of it there is than before would pass: the first of the quotas; nil where all is within them. What was passed
  /// already, and does not become more, passes nothing.
  public func passed(_ quotas: Quotas, adding more: Usage) -> LimitedQuantity? {
    let all = self + more
    if more.bytes > 0, all.bytes > quotas.bytes { return .bytes }
    if more.tasks > 0, all.tasks > quotas.tasks { return .tasks }
    if more.lists > 0, all.lists > quotas.lists { return .lists }
    if more.sources > 0, all.sources > quotas.sources { return .sources }
    return nil
  }
}

/// What there is a quota of.
public enum LimitedQuantity: String, CaseIterable, Hashable, Sendable {
  case bytes, tasks, lists, sources
}

extension Quotas {
  /// How much there may be of it.
  public func limit(of quantity: LimitedQuantity) -> Int {
    switch quantity {
    case .bytes: bytes
    case .tasks: tasks
    case .lists: lists
    case .sources: sources
    }
  }
}
