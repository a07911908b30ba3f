/// The quotas of an account. The trash counts too.
public struct Quotas: Hashable, Sendable {
  /// The total size in bytes of tasks, history, saved drafts and copies of followed lists.
  public var bytes = 100_000_000
  /// The number of tasks in all lists.
  public var tasks = 100_000
  /// The number of lists, followed lists included.
  public var lists = 1_000
  /// The number of followed lists.
  public var sources = 100

  /// The default quotas.
  public init() {}
}

/// The usage of an account, in the units of ``Quotas``.
public struct Usage: Hashable, Sendable {
  /// The total size in bytes.
  public var bytes: Int
  /// The number of tasks in all lists.
  public var tasks: Int
  /// The number of lists.
  public var lists: Int
  /// The number of followed lists.
  public var sources: Int

  /// Creates a usage.
  public init(bytes: Int = 0, tasks: Int = 0, lists: Int = 0, sources: Int = 0) {
    self.bytes = bytes
    self.tasks = tasks
    self.lists = lists
    self.sources = sources
  }

  /// The usage of a quantity.
  public func amount(of quantity: LimitedQuantity) -> Int {
    switch quantity {
    case .bytes: bytes
    case .tasks: tasks
    case .lists: lists
    case .sources: sources
    }
  }

  /// The sum of two usages.
  public static func + (left: Self, right: Self) -> Self {
    Self(
      bytes: left.bytes + right.bytes, tasks: left.tasks + right.tasks, lists: left.lists + right.lists,
      sources: left.sources + right.sources)
  }

  /// The first quota that an addition would exceed; nil if there is none. A quantity that is not increased does not count, even
  /// if it is over its quota already.
  public func passed(_ quotas: Quotas, adding more: Usage) -> LimitedQuantity? {
    let all = self + more
    return LimitedQuantity.allCases.first { more.amount(of: $0) > 0 && all.amount(of: $0) > quotas.limit(of: $0) }
  }
}

/// A quantity that has a quota.
public enum LimitedQuantity: String, CaseIterable, Hashable, Sendable {
  case bytes, tasks, lists, sources
}

extension Quotas {
  /// The quota of a quantity.
  public func limit(of quantity: LimitedQuantity) -> Int {
    switch quantity {
    case .bytes: bytes
    case .tasks: tasks
    case .lists: lists
    case .sources: sources
    }
  }
}

/// The quotas that the operator has set for one account; nil where those of every account apply.
public struct AccountQuotas: Hashable, Sendable {
  /// The total size in bytes.
  public var bytes: Int?
  /// The number of tasks in all lists.
  public var tasks: Int?
  /// The number of lists.
  public var lists: Int?
  /// The number of followed lists.
  public var sources: Int?

  /// Creates quotas, by default those of every account.
  public init(bytes: Int? = nil, tasks: Int? = nil, lists: Int? = nil, sources: Int? = nil) {
    self.bytes = bytes
    self.tasks = tasks
    self.lists = lists
    self.sources = sources
  }

  /// The quota of a quantity; nil for that of every account.
  public subscript(quantity: LimitedQuantity) -> Int? {
    get {
      switch quantity {
      case .bytes: bytes
      case .tasks: tasks
      case .lists: lists
      case .sources: sources
      }
    }
    set {
      switch quantity {
      case .bytes: bytes = newValue
      case .tasks: tasks = newValue
      case .lists: lists = newValue
      case .sources: sources = newValue
      }
    }
  }
}

extension Quotas {
  /// The quotas of an account that has some of its own.
  public func replaced(by own: AccountQuotas) -> Quotas {
    var quotas = self
    quotas.bytes = own.bytes ?? bytes
    quotas.tasks = own.tasks ?? tasks
    quotas.lists = own.lists ?? lists
    quotas.sources = own.sources ?? sources
    return quotas
  }
}
