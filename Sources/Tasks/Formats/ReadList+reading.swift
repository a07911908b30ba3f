package import Foundation

extension ReadList {
  /// Parses a file in any of the supported formats. Time and memory are linear in its size.
  ///
  /// The content determines the format; the hint decides only about plain lines. A file of white space only is a list without
  /// tasks. So is an empty file named like a todo.txt, whose last task may have been archived; other empty files are unreadable.
  /// Invalid items are skipped and counted.
  /// - Parameters:
  ///   - bytes: the content.
  ///   - hint: what is known besides the content.
  ///   - limit: the maximum number of tasks. Completed tasks are left out before open ones, and counted.
  ///   - now: determines the current instances of repeating tasks.
  ///   - reading: when the reading ends, finished or not.
  ///   - progress: receives the number of items found so far, from time to time.
  /// - Throws: the reason why the file is not a readable list.
  package init(
    reading bytes: [UInt8], hint: ListHint = ListHint(), limit: Int = 1_000, now: Date = Date(),
    within reading: ReadingLimit = ReadingLimit(.seconds(5)), progress: (Int) -> Void = { _ in }
  ) throws(UnreadableList) {
    if bytes.isEmpty, !HintedFormat.isTodoTxt(hint) { throw .emptyFile }
    let text = try FileText(bytes, charset: hint.charset).bytes
    self = try withoutActuallyEscaping(progress) { (progress) throws(UnreadableList) -> ReadList in
      try Self.read(text, hint: hint, at: now, into: ListBuilder(most: limit, within: reading, progress: progress))
    }
  }

  /// Parses the objects of a CalDAV collection. Each is a calendar of its own; incomplete ones are counted as skipped.
  /// - Parameters:
  ///   - objects: the calendar objects, in display order unless they specify another.
  ///   - title: the display name of the collection.
  ///   - limit: the maximum number of tasks.
  ///   - reading: when the reading ends, finished or not.
  ///   - progress: receives the number of items found so far, from time to time.
  /// - Throws: the reason why the collection is not a readable list.
  package init(
    calendar objects: [String], title: String?, limit: Int = 1_000,
    within reading: ReadingLimit = ReadingLimit(.seconds(5)), progress: (Int) -> Void = { _ in }
  ) throws(UnreadableList) {
    var bytes: [UInt8] = []
    var broken = 0
    for object in objects {
      let whole = Bytes(object.utf8).trimmed
      guard whole.starts(with: "BEGIN:VCALENDAR".utf8), whole.suffix(13).elementsEqual("END:VCALENDAR".utf8) else {
        broken += 1
        continue
      }
      bytes += whole
      bytes += "\r\n".utf8
    }
    let name = title.flatMap { ItemText.name(Bytes($0.utf8)) }
    guard !bytes.isEmpty else {
      self.init(format: .iCalendar, title: name, tasks: [], skipped: broken)
      return
    }
    let read = try ReadList(
      reading: bytes, hint: ListHint(mediaType: "text/calendar", charset: "utf-8"), limit: limit, within: reading,
      progress: progress)
    self.init(
      format: read.format, title: name ?? read.title, tasks: read.tasks, skipped: read.skipped + broken,
      omitted: read.omitted, appointments: read.appointments)
  }

  private static func read(
    _ text: Bytes, hint: ListHint, at now: Date, into builder: ListBuilder
  ) throws(UnreadableList) -> ReadList {
    switch SniffedFormat(of: text, hint: hint) {
    case .nothing: return builder.output(.todoTxt, title: nil)
    case .calendar: return try CalendarReader.read(text, at: now, into: builder)
    case .json: return try ExportReader.read(text, into: builder)
    case .webPage: throw .webPage
    case .other: throw .unknown
    case .lines(let hinted):
      if let list = try MarkdownReader.read(text, into: builder) { return list }
      switch hinted {
      case .todoTxt: return try TodoTxtReader.read(text, into: builder)
      case .undecided where TodoTxtReader.recognises(text), .webPage where TodoTxtReader.recognises(text),
        .calendar where TodoTxtReader.recognises(text), .json where TodoTxtReader.recognises(text):
        return try TodoTxtReader.read(text, into: builder)
      case .calendar: throw .broken
      case .json: throw .otherJSON
      case .webPage: throw .webPage
      case .markdown, .undecided: throw .unknown
      }
    }
  }
}
