package import Foundation
package import Tasks

extension ReadList {
  /// Parses a file in any of the supported formats. Time and memory are linear in its size.
  ///
  /// The content determines the format; the hint decides only about plain lines. A file of white space only is a list without
  /// tasks. So is an empty file named like a todo.txt, whose last task may have been archived; other empty files are unreadable.
  /// Invalid items are skipped and counted.
  /// - Parameters:
  ///   - bytes: the content.
  ///   - hint: what is known besides the content.
  ///   - zone: the time zone of moments without one.
  ///   - untitled: the title of tasks without one.
  ///   - limit: the maximum number of tasks. Completed tasks are left out before open ones, and counted.
  ///   - now: determines the current instances of repeating tasks.
  ///   - reading: when the reading ends, finished or not.
  ///   - progress: receives the number of items found so far, from time to time.
  /// - Throws: the reason why the file is not a readable list.
  package init(
    reading bytes: [UInt8], hint: ListHint = ListHint(), in zone: TimeZone = .gmt, untitled: String = "Untitled",
    limit: Int = 1_000, now: Date = Date(), within reading: ReadingLimit = ReadingLimit(.seconds(5)),
    progress: (Int) -> Void = { _ in }
  ) throws(UnreadableList) {
    if bytes.isEmpty, !HintedFormat.isTodoTxt(hint) { throw .emptyFile }
    let text = try FileText(bytes, charset: hint.charset).bytes
    guard SniffedFormat(of: text, hint: hint) != .nothing else {
      self.init(format: .todoTxt, title: nil, tasks: [])
      return
    }
    let file = try withoutActuallyEscaping(progress) { (progress) throws(UnreadableList) -> PortableFile in
      var context = ImportContext(
        zone: zone, now: now, limits: .standard, choices: ImportChoices(), limit: reading, untitled: untitled,
        progress: progress)
      // The files of followed lists are small, and only their open tasks count.
      (context.isFollowed, context.limits.tasks) = (true, .max)
      do {
        return try ImportReader.read(text, hint: hint, context)
      } catch let problem as UnreadableList {
        throw problem
      } catch let problem as UnreadableFile {
        throw UnreadableList(problem)
      } catch {
        throw .broken
      }
    }
    try self.init(file, limit: limit)
  }

  /// The tasks of a file that are not in its trash. Its lists become sections, if it has several.
  private init(_ file: PortableFile, limit: Int) throws(UnreadableList) {
    let lists = file.lists.filter { $0.deleted == nil }
    let all = lists.flatMap { list in
      list.tasks.map { task in
        var task = task
        if lists.count > 1, task.section == nil { task.section = list.name }
        return task
      }
    }
    let open = all.count { $0.deleted == nil && $0.completed == nil }
    guard open <= limit else { throw .tooManyTasks }
    var (left, omitted, outline) = (limit - open, 0, Indentation())
    let tasks = all.compactMap { task -> PortableTask? in
      var task = task
      let isOmitted = task.deleted == nil && task.completed != nil && left == 0
      if isOmitted { omitted += 1 }
      let isShown = task.deleted == nil && !isOmitted
      if isShown, task.completed != nil { left -= 1 }
      task.depth = min(outline.shown(task.depth, isShown: isShown), PortableTask.deepest)
      return isShown ? task : nil
    }
    func count(_ reason: ImportRemark.Reason) -> Int {
      lists.reduce(file.remarks.count(of: reason)) { $0 + $1.remarks.count(of: reason) }
    }
    self.init(
      format: file.format, title: lists.count == 1 ? lists[0].name : nil, tasks: tasks.bySection,
      skipped: count(.unreadable), omitted: omitted, appointments: count(.appointment), repeats: file.repeats)
  }

  /// Parses the objects of a CalDAV collection. Each is a calendar of its own; incomplete ones are counted as skipped.
  /// - Parameters:
  ///   - objects: the calendar objects, in display order unless they specify another.
  ///   - title: the display name of the collection.
  ///   - zone: the time zone of moments without one.
  ///   - limit: the maximum number of tasks.
  ///   - reading: when the reading ends, finished or not.
  ///   - progress: receives the number of items found so far, from time to time.
  /// - Throws: the reason why the collection is not a readable list.
  package init(
    calendar objects: [String], title: String?, in zone: TimeZone = .gmt, limit: Int = 1_000, now: Date = Date(),
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
      reading: bytes, hint: ListHint(mediaType: "text/calendar", charset: "utf-8"), in: zone, limit: limit, now: now,
      within: reading, progress: progress)
    self.init(
      format: read.format, title: name ?? read.title, tasks: read.tasks, skipped: read.skipped + broken,
      omitted: read.omitted, appointments: read.appointments, repeats: read.repeats)
  }
}

extension [PortableTask] {
  /// The tasks in the order of their sections. Nested tasks stay with their ancestors.
  fileprivate var bySection: [PortableTask] {
    var (sections, section): ([String?], String?) = ([nil], nil)
    var parts: [String?: [PortableTask]] = [:]
    for task in self {
      var task = task
      if task.depth == 0 { section = task.section }
      // A list has only so many sections. Tasks of others are in none.
      if let name = section, parts[name] == nil {
        if sections.count > Limits.sectionsPerList { section = nil } else { sections.append(name) }
      }
      task.section = section
      parts[section, default: []].append(task)
    }
    return sections.flatMap { parts[$0] ?? [] }
  }
}
