package import Foundation

extension Date {
  /// The time of something that has happened at a time that is not known, such as the completion of an imported task: the beginning of
  /// 1970. It is on no page, and nothing of it counts as work of a day.
  package static let unknown = Date(timeIntervalSince1970: 0)

  /// The time; nil if it is ``unknown``.
  package var ifKnown: Date? { self == .unknown ? nil : self }
}
