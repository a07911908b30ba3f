import Foundation
import Tasks

/// The dates and times in a row, whose columns come in any order.
struct TableTimes {
  private let order: DateOrder
  private let context: ImportContext
  private var cells: [ColumnMeaning: Bytes] = [:]

  init(_ order: DateOrder, _ context: ImportContext) { (self.order, self.context) = (order, context) }

  mutating func parse(_ meaning: ColumnMeaning, _ cell: Bytes) { cells[meaning] = cell }

  func date(_ cell: Bytes) -> WrittenDate? { WrittenDate(cell, order) }

  /// A moment in a cell. A text that can't be read is a remark.
  func moment(_ cell: Bytes, _ name: String, _ item: inout ReadItem) -> Date? {
    if TableValue.isNone(cell) { return nil }
    if let moment = FileMoment(cell.prefix(64).text) { return moment.date }
    guard let date = date(cell) else {
      item.remark(.other, "\(name): \(cell.text)")
      return nil
    }
    switch date.remote(in: context.zone) {
    case .moment(let moment): return moment
    case .day(let day), .local(let day, _): return day.start(in: context.zone)
    }
  }

  /// Sets the dates of an item. What can't be read is a remark.
  func finish(_ item: inout ReadItem, isOwn: Bool) {
    let zone = zone(&item)
    let isAllDay = cells[.isAllDay].map { TableValue.end($0) == .done } ?? false
    let due = dates(.due, zone, &item)
    item.due = due.last
    if let time = cells[.dueTime] { item.parse(time: time) }
    if isAllDay { item.due = item.due.map { .day($0.day(in: zone ?? context.zone)) } }
    if item.zone == nil, item.due != nil, let zone, AccountSettings.isTimeZone(zone.identifier) {
      item.zone = zone.identifier
    }
    var start = dates(.start, zone, &item)
    if isAllDay { start.last = start.last.map { .day($0.day(in: zone ?? context.zone)) } }
    item.start = start.last ?? due.first
    // Other apps repeat the due date there.
    if !isOwn, item.start == item.due { item.start = nil }
    if let time = cells[.startTime] { item.remark(.startTime, time.text) }
    if let deadline = cells[.deadline] {
      let date = item.due == nil ? date(deadline) : nil
      item.due = date?.remote(in: zone) ?? item.due
      if date == nil { item.remark(.deadline, "deadline: \(deadline.text)") }
    }
  }

  /// The date of a cell, or both of a range with an arrow, as Notion writes it.
  private func dates(
    _ meaning: ColumnMeaning, _ zone: TimeZone?, _ item: inout ReadItem
  ) -> (first: ItemTime?, last: ItemTime?) {
    guard let cell = cells[meaning] else { return (nil, nil) }
    let arrow = cell.firstRange(of: Array("→".utf8))
    let first = arrow.flatMap { date(cell[..<$0.lowerBound]) }
    let last = date(arrow.map { cell[$0.upperBound...] } ?? cell)
    guard let last, arrow == nil || first != nil else {
      item.remark(.date, cell.text)
      return (nil, nil)
    }
    return (first.map { time($0, zone, &item) }, time(last, zone, &item))
  }

  private func time(_ date: WrittenDate, _ zone: TimeZone?, _ item: inout ReadItem) -> ItemTime {
    guard let zone, let time = date.time, date.offset == nil else { return date.remote(in: nil) }
    return item.moment(date.day, time, in: zone)
  }

  /// The zone of the row's times; nil if it has none. An unknown one is a remark.
  private func zone(_ item: inout ReadItem) -> TimeZone? {
    guard let name = cells[.zone] else { return nil }
    let zone = ZoneName.timeZone(name)
    if zone == nil { item.remark(.zone, name.text) }
    return zone
  }
}
