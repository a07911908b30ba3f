package import Foundation
import StatePages
package import TaskFormats
package import Tasks

extension PortableFile {
  /// Reads a file as the import page and `fourfold import` do: one file has one result.
  /// - Parameters:
  ///   - bytes: the content.
  ///   - name: the name of the file; nil if it has none.
  ///   - isPasted: whether it is text that was pasted.
  ///   - zone: the reader's time zone.
  ///   - now: the current time.
  ///   - limits: bounds of the file.
  ///   - choices: what was chosen, and the reader's order of dates.
  ///   - limit: when the reading ends, finished or not.
  ///   - progress: receives the number of tasks found so far, from time to time.
  /// - Throws: the reason why the file can't be imported.
  package init(
    importing bytes: [UInt8], named name: String?, isPasted: Bool = false, in zone: TimeZone, now: Date = .now,
    limits: ImportLimits = .standard, choices: ImportChoices, within limit: ReadingLimit = ReadingLimit(.seconds(20)),
    progress: (Int) -> Void = { _ in }
  ) throws(UnreadableFile) {
    try self.init(
      reading: bytes, name: name, hasPlainLines: isPasted, in: zone, now: now, limits: limits, choices: choices,
      within: limit, inflate: { StatePages.Inflate.bytes($0, atMost: $1) }, progress: progress)
  }
}

extension AccountSettings {
  /// The order of dates in digits: as set, else as usual in the time zone that is set without a language, else as the reader's language
  /// writes them.
  /// - Parameter language: the reader's language, a tag of ``Languages``.
  package func dateOrder(in language: String) -> DateOrder {
    if let dateOrder { return dateOrder }
    if self.language == nil, let timeZone { return .usual(in: timeZone) }
    return DateStyle.of(language).isMonthFirst ? .monthFirst : .dayFirst
  }
}
