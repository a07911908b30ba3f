/// A line of a quick-add field: the title of a task, and the words at the end of the line that were understood.
///
/// Only whole words at the end of the line are understood, in any order, each kind of phrase but the last at most once:
///
/// - a due day, a time, a recurrence, a start before the due day, in the phrases of a ``CaptureGrammar``: that of the reader's language
///   or the English one, whichever understands more of the line; a time without a day is one of today, or of tomorrow if it has passed;
/// - a priority: `!low`, `!medium`, `!high`, `!!!`, or `p1` to `p4`;
/// - reminders, times before the due date: `!30m`, `!2h`, `!1d`; or one moment, after the words of the language: `remind me at 8`;
/// - who is to do it, a name with a letter first: `+ann`;
/// - a tag or the name of a list, with at least one letter: `#kitchen`. There may be several of them; which of them are tags, the
///   caller decides.
///
/// Dates are understood wholly or not at all: if a word of a date would stay in the title, or the phrases contradict each other, they
/// all belong to the title. So do words that make sense there, as ``TitleWords`` tell. Two ways make any phrase literal: a backslash
/// before one of its words, which is taken off (`The day before \tomorrow`), and quotation marks, which stay (`Watch “Tomorrow”`). A
/// line that would be left without a title is literal as a whole.
package struct QuickAddLine: Hashable, Sendable {
  /// The line without the understood words and without an escaping backslash, trimmed.
  package private(set) var title: String
  /// The words that were understood, as typed; empty if none were.
  package private(set) var understood = ""
  /// The due day; nil if none was understood. The first one of a recurrence follows from ``repeats``.
  package private(set) var due: Day?
  /// The first day; nil if none was understood.
  package private(set) var start: Day?
  /// The time of day; nil if none was understood.
  package private(set) var time: TimeOfDay?
  /// How the task repeats; nil if that was not understood.
  package private(set) var repeats: Recurrence?
  /// The priority; nil if none was understood.
  package private(set) var priority: Priority?
  /// The name of who is to do it, as typed; nil if none was understood.
  package private(set) var assignee: String?
  /// The reminders that were understood.
  package private(set) var reminders: [Reminder] = []
  /// The words with a `#`, in their order.
  package private(set) var tags: [Tag] = []

  /// The kinds of phrases.
  package enum Kind: CaseIterable, Hashable, Sendable {
    case due, start, time, repeats, priority, assignee, reminders, tag
  }

  /// Parses a line; phrases of other kinds than `kinds` are literal.
  /// - Parameter given: the due day that the form says; then the line says none.
  package init(
    parsing line: some StringProtocol, _ context: QuickAddContext, due given: Day? = nil,
    understanding kinds: Set<Kind> = Set(Kind.allCases)
  ) {
    let line = TypedText.trimmed(line)
    title = line
    let kinds = given == nil ? kinds : kinds.subtracting([.due, .start])
    let tails = context.grammars.map { CapturedTail(line, $0, context, kinds) }
    let escape = tails.compactMap(\.escape).max { $0.end < $1.end }
    let readings = tails.map { $0.readings(after: escape) }
    // Nothing else would be left.
    if readings.contains(where: \.isEmpty) { return }
    for (index, tail) in tails.enumerated() {
      var others = tails
      others.remove(at: index)
      for segments in readings[index] {
        let start = segments.first.map { tail.words[$0.start].text.startIndex } ?? line.endIndex
        // What several languages know is of the reader's, but after words of any language.
        if index > 0, !segments.isEmpty, !tail.hasWords(segments, besides: tails[0]) { continue }
        if index == 0, others.contains(where: { $0.knows(from: start) && $0.binds(after: start) }) { continue }
        guard index == 0 || line[start...].utf8.count > understood.utf8.count,
          !others.contains(where: { $0.leavesDate(before: start, segments) }), let title = literal(line, start, escape)
        else { continue }
        var read = self
        (read.due, read.start, read.time, read.repeats, read.priority, read.tags) = (nil, nil, nil, nil, nil, [])
        (read.assignee, read.reminders) = (nil, [])
        guard read.apply(segments, context, given, kinds) else { continue }
        (read.title, read.understood) = (title, String(line[start...]))
        self = read
        break
      }
    }
  }

  /// A phrase that a backslash makes literal.
  struct Escape {
    let end: String.Index
    /// The backslashes.
    let marks: [String.Index]
  }

  /// The title before a place; nil if there would be none.
  private func literal(_ line: String, _ end: String.Index, _ escape: Escape?) -> String? {
    var title = String(line[..<end])
    if let escape {
      guard TypedText.trimmed(line[escape.end..<end]).isEmpty else { return nil }
      for mark in escape.marks.reversed() { title.remove(at: mark) }
    }
    title = TypedText.trimmed(title)
    if end < line.endIndex, let last = title.last, LineWord.commas.contains(last) {
      title = TypedText.trimmed(title.dropLast())
    }
    return TypedText.canBeSeen(title) ? title : nil
  }

  /// Takes what the segments say; false if that is a contradiction.
  private mutating func apply(
    _ segments: [CapturedTail.Segment], _ context: QuickAddContext, _ given: Day?, _ kinds: Set<Kind>
  ) -> Bool {
    var (draft, length, last): (RecurrenceDraft?, CaptureMeaning?, Day?) = (nil, nil, nil)
    var moment: (day: Day?, clock: TimeOfDay)?
    for segment in segments {
      switch segment.meaning {
      case .phrase(.day(let day)): due = day
      case .phrase(.span(let first, let last)): (start, due) = (first, last)
      case .phrase(.moment(let day, let clock)): (due, time) = (day, clock)
      case .phrase(.time(let clock)): time = clock
      case .phrase(.repeats(let found, let clock)): (draft, time) = (found, clock ?? time)
      case .phrase(.days), .phrase(.months), .phrase(.count):
        if case .phrase(let meaning) = segment.meaning { length = meaning }
      case .start(let day): start = day
      case .until(let day): last = day
      case .priority(let found): priority = found
      case .assignee(let name): assignee = name
      case .tag(let tag): tags.append(tag)
      case .reminder(let reminder): reminders.append(reminder)
      case .reminderAt(let day, let clock): moment = (day, clock)
      }
    }
    // A time that has passed means tomorrow.
    let isPassed = time.map { $0 < context.now } ?? false
    let earliest = isPassed ? context.today.adding(days: 1) : context.today
    defer { if let moment { remind(moment.day ?? due ?? given, at: moment.clock, context) } }
    if let draft {
      // A date of every year, and another one, is neither.
      if let date = draft.date, let due, !date.has(due) { return false }
      repeats =
        given.map { draft.recurrence(due: $0, today: context.today) }
        ?? draft.recurrence(due: nil, today: due ?? start ?? earliest)
      (due, start) = (kinds.contains(.due) ? repeats?.current : nil, nil)
      return repeats?.end(length, last) ?? false
    }
    if let start, let due, start > due { return false }
    if time != nil, due == nil, kinds.contains(.due) { due = earliest }
    return true
  }
}

extension QuickAddLine {
  /// - Parameter day: nil for the next time that the clock shows `time`.
  private mutating func remind(_ day: Day?, at time: TimeOfDay, _ context: QuickAddContext) {
    let next = time < context.now ? context.today.adding(days: 1) : context.today
    if let reminder = Reminder(at: (day ?? next).moment(at: time, in: context.zone)) { reminders.append(reminder) }
  }

  /// A task with what was understood, over what the form says.
  func draft(over typed: TaskDraft) -> TaskDraft {
    typed.with { draft in
      draft.title = title
      draft.due = due ?? draft.due
      draft.start = start ?? draft.start
      draft.repeats = repeats ?? draft.repeats
      draft.due = draft.due ?? draft.repeats?.current
      draft.time = time.map { ClockTime($0) } ?? draft.time
      draft.tags = TagSet(draft.tags.tags + tags)
      draft.priority = priority ?? draft.priority
      draft.assignee = assignee.map { .named($0) } ?? draft.assignee
      if !reminders.isEmpty { draft.reminders = ReminderSet(reminders) }
    }
  }
}

extension Recurrence {
  /// Sets the end from its first date and a length, or to a last day; false if that day is before the first date.
  fileprivate mutating func end(_ length: CaptureMeaning?, _ last: Day?) -> Bool {
    switch length {
    case .days(let days): end = .until(current.adding(days: days - 1))
    case .months(let months): end = current.adding(months: months).map { .until($0.adding(days: -1)) } ?? .never
    case .count(let count): end = .count(count)
    case .day, .span, .moment, .time, .repeats, nil: break
    }
    guard let last else { return true }
    end = .until(last)
    return last >= current
  }
}

/// A new task of which the words at the end of the title were understood.
package struct QuickAdd: Sendable {
  package let draft: TaskDraft
  /// The task as typed, with all words in the title; nil if no words were understood.
  package let literal: TaskDraft?
  /// The words with a `#`, in their order: the draft's tags, of which some may be meant as the name of a list.
  package let tags: [Tag]

  /// Validates input and parses its title. A due date or a priority of its own wins: then such words are a part of the title.
  ///
  /// - Throws: the problems of the input as typed, or too many tags. The title as typed has to be valid, since it can be restored.
  package init(validating input: TaskInput, _ context: QuickAddContext) throws(InvalidInput) {
    let typed = try TaskDraft(validating: input)
    var kinds: Set<QuickAddLine.Kind> = [.due, .tag]
    if typed.start == nil { kinds.insert(.start) }
    if typed.time == nil { kinds.insert(.time) }
    if input[.priority].isEmpty { kinds.insert(.priority) }
    if input[.assignee].isEmpty { kinds.insert(.assignee) }
    if typed.reminders.isEmpty { kinds.insert(.reminders) }
    if typed.repeats == nil { kinds.insert(.repeats) }
    let line = QuickAddLine(parsing: typed.title, context, due: typed.due, understanding: kinds)
    draft = line.draft(over: typed)
    guard draft.tags.tags.count <= Limits.tagsPerTask else {
      throw InvalidInput(FieldProblem(.title, .tooManyTags(limit: Limits.tagsPerTask)))
    }
    tags = line.tags
    literal = line.understood.isEmpty ? nil : typed
  }
}

extension TaskDraft {
  /// What a title without a date says of one, in words that were not understood; nil if it says nothing.
  package static func mentionedDate(in title: String, _ context: QuickAddContext) -> MentionedDate? {
    CapturedTail.mentionedDate(in: title, context)
  }
}

/// A date or a time in the words of a title.
package enum MentionedDate: Hashable, Sendable {
  case day(Day)
  /// A time, a recurrence, or several days.
  case other
}
