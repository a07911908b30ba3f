/// A time of day in whole minutes, from 00:00 to 23:59.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Minutes since midnight, 0 to 1,439.
  public let minutes: Int

  /// 00:00.
  public static let midnight = TimeOfDay(hour: 0)

  /// Nil for minutes outside of a day.
  public init?(minutes: Int) {
    guard (0..<1_440).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  private init(hour: Int) { minutes = hour * 60 }

  /// Earlier times come first.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: LosslessStringConvertible {
  /// Parses exactly the form `14:05`; nil for anything else.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    let digits = bytes.map { Int($0) - 48 }
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) }), digits[3] < 6
    else { return nil }
    self.init(minutes: (digits[0] * 10 + digits[1]) * 60 + digits[3] * 10 + digits[4])
  }

  /// The form `14:05`.
  public var description: String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return String(decoding: [hour / 10, hour % 10, 10, minute / 10, minute % 10].map { UInt8($0 + 48) }, as: UTF8.self)
  }
}
