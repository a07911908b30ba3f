public import Foundation

extension ReadList {
  /// Reads a file in whichever of the formats it is, in time and memory that grow as the file does.
  ///
  /// The content tells the format; only of plain lines it doesn't, and the hint does. A file of nothing but white space
  /// is a list without tasks; one without a byte is one if its name is that of a todo.txt, whose last task may have been
  /// archived, and else no list. An item that can't be read is left out and counted.
  /// - Parameters:
  ///   - bytes: its content.
  ///   - hint: what is known beside it.
  ///   - limit: the most tasks that are read. Completed ones are left out before open ones, and counted.
  ///   - now: tells whose turn it is of the instances of a repeating task.
  ///   - progress: told now and then how many items were found.
  /// - Throws: why it is no list that can be read.
  public init(
    reading bytes: [UInt8], hint: ListHint = ListHint(), limit: Int = 1_000, now: Date = Date(),
    progress: (Int) -> Void = { _ in }
  ) throws(UnreadableList) {
    if bytes.isEmpty, !HintedFormat.isTodoTxt(hint) { throw .emptyFile }
    let text = try FileText(bytes, charset: hint.charset).bytes
    self = try withoutActuallyEscaping(progress) { (progress) throws(UnreadableList) -> ReadList in
      try Self.read(text, hint: hint, at: now, into: ListBuilder(limit: limit, progress: progress))
    }
  }

  /// Reads the objects of a calendar on a CalDAV server: each is a calendar of its own, and one that is not whole is counted as
  /// left out.
  /// - Parameters:
  ///   - objects: what the server has of each, in the order in which they are shown unless they tell another.
  ///   - title: what the server calls the calendar.
  ///   - limit: the most tasks that are read.
  ///   - progress: told now and then how many items were found.
  /// - Throws: why it is no list that can be read.
  public init(
    calendar objects: [String], title: String?, limit: Int = 1_000, progress: (Int) -> Void = { _ in }
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
      reading: bytes, hint: ListHint(mediaType: "text/calendar", charset: "utf-8"), limit: limit, progress: progress)
    self.init(
      format: read.format, title: name ?? read.title, tasks: read.tasks, skipped: read.skipped + broken,
      omitted: read.omitted, appointments: read.appointments)
  }

  private static func read(
    _ text: Bytes, hint: ListHint, at now: Date, into builder: ListBuilder
  ) throws(UnreadableList) -> ReadList {
    switch SniffedFormat(of: text, hint: hint) {
    case .nothing:
      return builder.list(.todoTxt, title: nil)
    case .calendar:
      return try CalendarReader.read(text, at: now, into: builder)
    case .json:
      return try ExportReader.read(text, into: builder)
    case .webPage:
      throw .webPage
    case .other:
      throw .unknown
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
