public import Foundation

extension PortableFile {
  /// Unpacks deflated bytes (RFC 1951), at most so many; nil if they are damaged, or would become more.
  public typealias Inflate = (_ deflated: ArraySlice<UInt8>, _ most: Int) -> [UInt8]?

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
  public init(
    reading bytes: [UInt8], name: String? = nil, hasPlainLines: Bool = false, in zone: TimeZone, now: Date = Date(),
    untitled: String = "Untitled", limits: ImportLimits = .standard, choices: ImportChoices = ImportChoices(),
    within limit: ReadingLimit = ReadingLimit(.seconds(20)), inflate: Inflate, progress: (Int) -> Void = { _ in }
  ) throws(UnreadableFile) {
    guard bytes.count <= limits.fileBytes else { throw .tooLarge }
    self = try withoutActuallyEscaping(progress) { (progress) throws(UnreadableFile) -> PortableFile in
      var context = ImportContext(
        zone: zone, now: now, limits: limits, choices: choices, limit: limit, untitled: untitled,
        fileName: name.flatMap(ImportedName.ofFile),
        progress: progress)
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
