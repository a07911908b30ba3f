public import Foundation

/// When the database was last written for a standby.
public struct ShipmentStatus: Hashable, Sendable {
  /// When the database was as what is in the folder; nil if nothing was written since the start.
  public let last: Date?
  /// The time since then.
  public let age: Duration?
}

/// The interval of shipments, and their last success.
struct ShipmentExpectation {
  let interval: Duration
  /// When shipments began to be expected.
  let began: Date
  var last: Date?

  /// Whether the standby is more than a minute behind, or six intervals if they are long.
  func isOverdue(at now: Date) -> Bool {
    now.timeIntervalSince(last ?? began) > max(60, 6 * (interval / .seconds(1)))
  }
}

extension TaskStore {
  /// From now on, ``health()`` reports that the standby is behind if nothing was shipped for a minute.
  /// - Parameter interval: the interval between shipments.
  public func expectShipments(every interval: Duration) {
    healthState.expectShipments(ShipmentExpectation(interval: interval, began: now()))
  }

  /// What is known of the standby; nil if there is none.
  public var shipments: ShipmentStatus? {
    healthState.shipments.map { shipments in
      ShipmentStatus(last: shipments.last, age: shipments.last.map { .seconds(now().timeIntervalSince($0)) })
    }
  }
}
