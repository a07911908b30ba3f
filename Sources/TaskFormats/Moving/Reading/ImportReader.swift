package import Foundation
package import Tasks

extension PortableFile {
  /// Unpacks deflated bytes (RFC 1951), at most so many; nil if they are damaged, or would become more.
  package typealias Inflate = (_ deflated: ArraySlice<UInt8>, _ most: Int) -> [UInt8]?

  /// Parses a file or an archive in any of the formats of ``PortableFormat``. Time and memory are linear in its size.
  ///
  /// The content determines the format. What is not imported as it is, is in the remarks.
  /// - Parameters:
  ///   - bytes: the content.
  ///   - name: the name of the file, from which lists without a name get theirs.
  ///   - hasPlainLines: whether lines without any mark are tasks, as in pasted text.
  ///   - zone: the time zone of moments without one, and of dates in words.
  ///   - now: when it is read.
  ///   - untitled: the title of tasks without one.
  ///   - limits: bounds of the file.
  ///   - choices: what was chosen about ``questions``.
  ///   - limit: when the reading ends, finished or not.
  ///   - inflate: unpacks the files of an archive.
  ///   - progress: receives the number of tasks found so far, from time to time.
  /// - Throws: the reason why the file can't be imported.
  package init(
    reading bytes: [UInt8], name: String? = nil, hasPlainLines: Bool = false, in zone: TimeZone, now: Date = Date(),
    untitled: String = "Untitled", limits: ImportLimits = .standard, choices: ImportChoices = ImportChoices(),
    within limit: ReadingLimit = ReadingLimit(.seconds(20)), inflate: Inflate, progress: (Int) -> Void = { _ in }
  ) throws(UnreadableFile) {
    guard bytes.count <= limits.fileBytes else { throw .tooLarge }
    self = try withoutActuallyEscaping(progress) { (progress) throws(UnreadableFile) -> PortableFile in
      var context = ImportContext(
        zone: zone, now: now, limits: limits, choices: choices, limit: limit, untitled: untitled,
        fileName: name.flatMap(ImportedName.ofFile), progress: progress)
      if ZipArchive.recognises(bytes) { return try ArchiveReader.read(bytes, context, inflate) }
      (context.hasPlainLines, context.takesPlainLines) = (hasPlainLines, true)
      return try ImportReader.read(bytes, context)
    }
  }
}

/// Names of lists from those of files.
enum ImportedName {
  /// The last component of a path without its ending; nil if nothing is left.
  static func ofFile(_ path: String) -> String? {
    let last = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let dot = last.lastIndex(of: ".").flatMap { $0 > last.startIndex ? $0 : nil }
    return ItemText.name(Array(last[..<(dot ?? last.endIndex)].utf8)[...])
  }

  /// The name of a project's file in a backup of Todoist, without the identifier at its end: `House [2203306141]`.
  static func ofProject(_ file: String) -> String? {
    guard file.hasSuffix("]"), let start = file.lastIndex(of: "["), start > file.startIndex else { return file }
    return ItemText.name(Array(file[..<start].utf8)[...]) ?? file
  }
}

/// What the values of a file are read with.
struct ImportContext {
  /// The time zone of moments without one.
  var zone: TimeZone
  var now: Date
  var limits: ImportLimits
  var choices: ImportChoices
  var limit = ReadingLimit(.seconds(20))
  /// The title of tasks without one.
  var untitled: String
  /// The name of the file without its ending, for formats that have no names of lists.
  var fileName: String?
  /// Whether the text was pasted: all of its list items are tasks.
  var hasPlainLines = false
  /// Whether lines without any mark are tasks, if there is nothing else.
  var takesPlainLines = false
  /// Whether text that tasks have no place for goes to their notes.
  var takesRest = true
  /// Whether the file is followed: repeating tasks are at their current dates, and tasks keep their identifiers while they change.
  var isFollowed = false
  /// Whether a completion without a time is one of just now, as by an app on a phone. Otherwise its time is not known.
  var completesNow = false
  var progress: (Int) -> Void

  /// The day in the time zone.
  var today: Day { Day(of: now, in: zone) }
}

/// Reads one file that is not an archive.
enum ImportReader {
  static func read(_ bytes: [UInt8], _ context: ImportContext) throws(UnreadableFile) -> PortableFile {
    if bytes.isEmpty { throw .empty }
    do {
      let text = try FileText(bytes, unknown: context.choices.encoding)
      var file = try read(text.bytes, context)
      file.questions.sample = text.sample
      return file
    } catch let problem as UnreadableFile {
      throw problem
    } catch let problem as UnreadableList {
      throw UnreadableFile(problem)
    } catch {
      throw .broken
    }
  }

  /// - Parameters:
  ///   - text: the text of the file.
  ///   - hint: what is known beside it.
  /// - Throws: an `UnreadableFile`, or an `UnreadableList`.
  static func read(_ text: Bytes, hint: ListHint = ListHint(), _ context: ImportContext) throws -> PortableFile {
    let builder = ImportBuilder(context)
    switch SniffedFormat(of: text, hint: hint) {
    case .nothing: throw UnreadableFile.empty
    case .webPage: throw UnreadableFile.webPage
    case .other: throw UnreadableFile.unknown
    case .calendar:
      // Long past, so that each task is at its first open date.
      let date = context.isFollowed ? context.now : Date(timeIntervalSince1970: -1e11)
      return try CalendarReader.read(text, at: date, into: builder)
    case .json: return try json(text, context)
    case .lines(let hinted): return try lines(text, hinted, context)
    }
  }

  private static func lines(
    _ text: Bytes, _ hinted: HintedFormat, _ context: ImportContext
  ) throws -> PortableFile {
    let builder = ImportBuilder(context)
    if hinted != .todoTxt, let table = CSVTable(text, isHeader: TableReader.recognises) {
      let isOfTodoist = TodoistReader.recognises(table)
      if isOfTodoist || TableReader.recognises(table.columns) {
        var file = isOfTodoist ? try TodoistReader.read(table, context) : try TableReader.read(table, context)
        for comment in table.comments { file.remarks.add(.text, value: comment.text) }
        return file
      }
      if table.looksLikeTable, !TodoTxtReader.recognises(text) { throw UnreadableFile.otherTable }
    }
    if let org = OrgOutline(text) { return try PlainLinesReader.read(text, as: .org(org), into: builder) }
    let mode = context.hasPlainLines ? MarkdownMode.pasted : .file
    if let file = try MarkdownReader.read(text, as: mode, into: builder) { return file }
    let kind = context.takesPlainLines ? OutlineKind(text) : nil
    if kind == nil, hinted == .todoTxt || TodoTxtReader.recognises(text) {
      return try TodoTxtReader.read(text, into: builder)
    }
    guard context.takesPlainLines else { throw hinted.problem }
    return try PlainLinesReader.read(text, as: context.hasPlainLines ? .lines : kind ?? .lines, into: builder)
  }

  private static func json(_ text: Bytes, _ context: ImportContext) throws -> PortableFile {
    let value: JSONValue
    do {
      value = try JSONValue(checking: TaskwarriorReader.withBrackets(text))
    } catch .tooDeep {
      throw UnreadableFile.tooDeep
    } catch {
      // Most exports are truncated at a download that failed.
      throw UnreadableFile.broken
    }
    let members = value.members
    let builder = ImportBuilder(context)
    if ExportReader.recognises(members) { return try ExportReader.read(members, into: builder) }
    if TrelloReader.recognises(members) { return try TrelloReader.read(value, members, context) }
    if GoogleTasksReader.recognises(members) { return try GoogleTasksReader.read(members, context) }
    if RememberTheMilkReader.recognises(members) { return try RememberTheMilkReader.read(members, context) }
    if TasksOrgReader.recognises(members) { return try TasksOrgReader.read(members, context) }
    if let lists = MicrosoftToDoReader.lists(in: value) { return try MicrosoftToDoReader.read(lists, context) }
    if TaskwarriorReader.recognises(value) { return try TaskwarriorReader.read(value, context) }
    if SuperProductivityReader.recognises(members) { return try SuperProductivityReader.read(members, context) }
    if VikunjaReader.recognises(value) { return try VikunjaReader.read(value, context) }
    throw UnreadableFile.otherJSON
  }
}

extension HintedFormat {
  /// Why text that is not of this format can't be read.
  fileprivate var problem: UnreadableFile {
    switch self {
    case .calendar: .broken
    case .json: .otherJSON
    case .webPage: .webPage
    case .markdown, .todoTxt, .undecided: .unknown
    }
  }
}
