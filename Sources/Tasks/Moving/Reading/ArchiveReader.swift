/// Reads the files of an archive: an export of Vikunja, a backup of Todoist, a download of Google Takeout, or several files.
/// Text without any mark is no list there.
enum ArchiveReader {
  static func read(
    _ bytes: [UInt8], _ context: ImportContext, _ inflate: PortableFile.Inflate
  ) throws(UnreadableFile) -> PortableFile {
    let archive = try ZipArchive(bytes, most: context.limits.files)
    var room = context.limits.unpacked(from: bytes.count)
    // Refused before anything is unpacked.
    guard archive.entries.reduce(0, { $0 + (isText($1.name) ? $1.size : 0) }) <= room else { throw .tooLarge }
    var files: [PortableFile] = []
    var count = 0
    var remarks = ImportRemarks()
    var formats: [String: PortableFormat] = [:]
    for entry in archive.entries {
      // Attached files are not read.
      guard isText(entry.name) else {
        remarks.add(.attachment, value: entry.name)
        continue
      }
      let content = try archive.content(of: entry, most: room, inflate)
      room -= content.count
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
