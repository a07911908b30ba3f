import Tasks

/// Reads the files of an archive: an export of Vikunja, a backup of Todoist, a download of Google Takeout, or several files.
/// Text without any mark is no list there.
enum ArchiveReader {
  static func read(
    _ bytes: [UInt8], _ context: ImportContext, _ inflate: PortableFile.Inflate
  ) throws(UnreadableFile) -> PortableFile {
    var byteBudget = context.limits.unpacked(from: bytes.count)
    var remarks = ImportRemarks()
    let parts = try parts(of: bytes, context.limits, &byteBudget, &remarks, inflate)
    // Refused before their files are unpacked.
    guard parts.reduce(0, { $0 + (isText($1.entry.name) ? $1.entry.size : 0) }) <= byteBudget else { throw .tooLarge }
    var files: [PortableFile] = []
    var count = 0
    var formats: [String: PortableFormat] = [:]
    for (archive, entry) in parts {
      // Attached files are not read.
      guard isText(entry.name) else {
        remarks.add(.attachment, value: entry.name)
        continue
      }
      let content = try archive.content(of: entry, most: byteBudget, inflate)
      byteBudget -= content.count
      var own = context
      own.fileName = ImportedName.ofFile(entry.name)
      own.limits.tasks -= count
      do {
        var file = try ImportReader.read(content, own)
        tellApart(&file, from: &formats)
        count += file.count
        files.append(file)
      } catch .tooManyTasks {
        throw .tooManyTasks
      } catch .tooComplex {
        throw .tooComplex
      } catch {
        if !isBookkeeping(entry.name) {
          remarks.add(.unknownFile, value: entry.name)
        } else if content.firstRange(of: Array("\"filters\"".utf8)) != nil {
          // Saved filters of Vikunja.
          remarks.add(.other, value: entry.name)
        }
      }
    }
    guard !files.isEmpty else { throw .emptyArchive }
    var file = PortableFile(format: format(of: files), lists: files.flatMap(\.lists))
    for part in files {
      file.remarks.add(part.remarks)
      file.questions.add(part.questions)
    }
    file.remarks.add(remarks)
    return file
  }

  /// The files of an archive, or of the archives in one of nothing else, as Notion writes it.
  private static func parts(
    of bytes: [UInt8], _ limits: ImportLimits, _ byteBudget: inout Int, _ remarks: inout ImportRemarks,
    _ inflate: PortableFile.Inflate
  ) throws(UnreadableFile) -> [(archive: ZipArchive, entry: ZipArchive.Entry)] {
    let archive = try ZipArchive(bytes, most: limits.files)
    guard archive.entries.allSatisfy({ $0.name.lowercased().hasSuffix(".zip") }) else {
      return archive.entries.map { (archive, $0) }
    }
    var parts: [(archive: ZipArchive, entry: ZipArchive.Entry)] = []
    for entry in archive.entries {
      let content = try archive.content(of: entry, most: byteBudget, inflate)
      byteBudget -= content.count
      do {
        let inner = try ZipArchive(content, most: limits.files - archive.entries.count - parts.count)
        parts += inner.entries.map { (inner, $0) }
      } catch .tooLarge {
        throw .tooLarge
      } catch {
        remarks.add(.unknownFile, value: entry.name)
      }
    }
    return parts
  }

  /// Gives tasks other identifiers that a file of another program in the archive has, too.
  private static func tellApart(_ file: inout PortableFile, from formats: inout [String: PortableFormat]) {
    for list in file.lists.indices {
      for task in file.lists[list].tasks.indices {
        let uid = file.lists[list].tasks[task].uid
        guard formats.updateValue(file.format, forKey: uid).map({ $0 != file.format }) ?? false else { continue }
        var content = ContentIdentifier()
        content.add(uid)
        content.add("\(file.format)")
        file.lists[list].tasks[task].uid = content.uuid(0)
      }
    }
  }

  private static func format(of files: [PortableFile]) -> PortableFormat {
    let formats = Set(files.map(\.format))
    guard formats.count == 1, let format = formats.first else { return .archive }
    return format == .todoist ? .todoistBackup : format
  }

  /// Whether the ending is one that files of lists have. The content decides about their format.
  private static func isText(_ name: String) -> Bool {
    let ending = name.utf8.split(separator: UInt8(ascii: ".")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return ["json", "csv", "ics", "md", "txt", "html"].contains(ending.lowercased()) || isBookkeeping(name)
  }

  /// Files of Vikunja and of Google Takeout that say nothing about tasks.
  private static func isBookkeeping(_ name: String) -> Bool {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    return ["VERSION", "filters.json", "archive_browser.html"].contains(last)
  }
}
