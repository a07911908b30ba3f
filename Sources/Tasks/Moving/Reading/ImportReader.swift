import Foundation

/// Reads one file that is not an archive.
enum ImportReader {
  static func read(_ bytes: [UInt8], _ context: ImportContext) throws(UnreadableFile) -> PortableFile {
    if bytes.isEmpty { throw .empty }
    let builder = ImportBuilder(context)
    do {
      let text = try FileText(bytes, unknown: context.choices.encoding)
      var file = try read(text.bytes, context, into: builder)
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

  private static func read(
    _ text: Bytes, _ context: ImportContext, into builder: ImportBuilder
  ) throws -> PortableFile {
    switch SniffedFormat(of: text, hint: ListHint()) {
    case .nothing: throw UnreadableFile.empty
    case .webPage: throw UnreadableFile.webPage
    case .other: throw UnreadableFile.unknown
    case .calendar:
      // Long past, so that each task is at its first open date.
      return try CalendarReader.read(text, at: Date(timeIntervalSince1970: -1e11), into: builder)
    case .json: return try json(text, context)
    case .lines: return try lines(text, context)
    }
  }

  private static func lines(_ text: Bytes, _ context: ImportContext) throws -> PortableFile {
    let builder = ImportBuilder(context)
    if let table = CSVTable(text, isHeader: TableReader.recognises) {
      if TodoistReader.recognises(table) { return try TodoistReader.read(table, context) }
      if TableReader.recognises(table.columns) { return try TableReader.read(table, context) }
      if table.looksLikeTable, !TodoTxtReader.recognises(text) { throw UnreadableFile.otherTable }
    }
    let mode = context.hasPlainLines ? MarkdownMode.pasted : .file
    if let file = try MarkdownReader.read(text, as: mode, into: builder) { return file }
    if context.takesPlainLines, PlainLinesReader.recognises(text) {
      return try PlainLinesReader.read(text, isPasted: context.hasPlainLines, into: builder)
    }
    if TodoTxtReader.recognises(text) { return try TodoTxtReader.read(text, into: builder) }
    guard context.takesPlainLines else { throw UnreadableFile.unknown }
    return try PlainLinesReader.read(text, isPasted: context.hasPlainLines, into: builder)
  }

  private static func json(_ text: Bytes, _ context: ImportContext) throws -> PortableFile {
    let value: JSONValue
    do {
      value = try JSONValue(checking: text)
    } catch .tooDeep {
      throw UnreadableFile.tooDeep
    } catch {
      // Most exports are truncated at a download that failed.
      throw UnreadableFile.broken
    }
    let members = value.members
    let builder = ImportBuilder(context)
    if ExportReader.recognises(members) { return try ExportReader.read(members, into: builder) }
    if TrelloReader.recognises(members) { return try TrelloReader.read(members, context) }
    if GoogleTasksReader.recognises(members) { return try GoogleTasksReader.read(members, context) }
    if RememberTheMilkReader.recognises(members) { return try RememberTheMilkReader.read(members, context) }
    if TasksOrgReader.recognises(members) { return try TasksOrgReader.read(members, context) }
    if let lists = MicrosoftToDoReader.lists(in: value) { return try MicrosoftToDoReader.read(lists, context) }
    if VikunjaReader.recognises(value) { return try VikunjaReader.read(value, context) }
    throw UnreadableFile.otherJSON
  }
}
