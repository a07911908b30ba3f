/// A quantity that has a quota.
package enum LimitedQuantity: String, CaseIterable, Hashable, Sendable, Codable {
  case bytes, tasks, lists, sources
}

/// An amount of each quantity that has a quota. The trash counts too.
package struct Quantities<Amount: Hashable & Sendable>: Hashable, Sendable {
  /// The total size in bytes of tasks, history, saved drafts and copies of followed lists.
  package var bytes: Amount
  /// The number of tasks in all lists.
  package var tasks: Amount
  /// The number of lists, followed lists included.
  package var lists: Amount
  /// The number of followed lists.
  package var sources: Amount

  init(_ amount: (LimitedQuantity) -> Amount) {
    (bytes, tasks, lists, sources) = (amount(.bytes), amount(.tasks), amount(.lists), amount(.sources))
  }

  package subscript(quantity: LimitedQuantity) -> Amount {
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

/// The quotas of an account.
package typealias Quotas = Quantities<Int>

/// The usage of an account, in the units of ``Quotas``.
package typealias Usage = Quantities<Int>

/// The quotas that the operator has set for one account; nil where those of every account apply.
package typealias AccountQuotas = Quantities<Int?>

extension Quantities {
  /// Creates amounts, by default none.
  package init<Value>(bytes: Value? = nil, tasks: Value? = nil, lists: Value? = nil, sources: Value? = nil)
  where Amount == Value? { (self.bytes, self.tasks, self.lists, self.sources) = (bytes, tasks, lists, sources) }
}

extension Quantities<Int> {
  /// The default quotas.
  package static var standard: Quotas { Quotas(bytes: 100_000_000, tasks: 100_000, lists: 1_000, sources: 100) }

  /// Creates amounts, by default zero.
  package init(bytes: Int = 0, tasks: Int = 0, lists: Int = 0, sources: Int = 0) {
    (self.bytes, self.tasks, self.lists, self.sources) = (bytes, tasks, lists, sources)
  }

  /// The sum of two usages.
  package static func + (left: Self, right: Self) -> Self { Self { left[$0] + right[$0] } }

  /// The first quota that an addition would exceed; nil if there is none. A quantity that is not increased does not count, even
  /// if it is over its quota already.
  package func passed(_ quotas: Quotas, adding more: Usage) -> LimitedQuantity? {
    let all = self + more
    return LimitedQuantity.allCases.first { more[$0] > 0 && all[$0] > quotas[$0] }
  }

  package func replaced(by own: AccountQuotas) -> Quotas { Quotas { own[$0] ?? self[$0] } }
}
