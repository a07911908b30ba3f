import Foundation
import Notifications
import StatePages
import TaskStore
import Tasks

/// The texts of a message about a task.
struct ReminderMessage: Piece {
  static let template = "messages/reminder"
  static let fields: [String: Field<ReminderMessage>] = [
    "subject": .flag { $0.part == .subject }, "plain": .flag { $0.part == .plain }, "html": .flag { $0.part == .html },
    "lang": .text { $0.look.language }, "dir": .text { Writing.direction(of: $0.look.language) },
    "isPrivate": .flag(\.isPrivate), "title": .text(\.task.title), "listName": .text(\.task.listName),
    "when": .optional(\.when), "late": .flag(\.isLate), "repeated": .flag(\.isRepeated),
    "doneUrl": .address(\.links.done), "laterUrl": .address(\.links.later), "tomorrowUrl": .address(\.links.tomorrow),
    "openUrl": .address(\.links.open), "stopUrl": .address(\.links.stop), "settingsUrl": .address(\.links.settings),
  ]

  let task: RemindedTask
  let look: DisplaySettings
  let links: MessageLinks
  let isPrivate, isLate, isRepeated: Bool
  var part = MessagePart.subject

  private var when: String? {
    let days = DayPrinter(look)
    return task.due.map { day in
      let local = DueTime(day, task.time, in: look.zone)
      return [days.weekdayAndDate(local.day), local.time.map(days.time)].compactMap(\.self).joined(separator: " ")
    }
  }
}

/// The texts of the message with the tasks of a day.
struct DayMessage: Piece {
  static let template = "messages/day"
  static let fields: [String: Field<DayMessage>] = [
    "subject": .flag { $0.part == .subject }, "plain": .flag { $0.part == .plain }, "html": .flag { $0.part == .html },
    "lang": .text { $0.look.language }, "dir": .text { Writing.direction(of: $0.look.language) },
    "isPrivate": .flag(\.isPrivate), "day": .text { DayPrinter($0.look).fullDate($0.tasks.day) },
    "late": .rows { $0.rows($0.tasks.late) }, "today": .rows { $0.rows($0.tasks.today) },
    "quiet": .rows { $0.rows($0.tasks.quiet) }, "hasLate": .flag { $0.tasks.lateCount > 0 },
    "hasToday": .flag { $0.tasks.todayCount > 0 }, "hasQuiet": .flag { !$0.tasks.quiet.isEmpty },
    "lateCount": .number { $0.tasks.lateCount.ifAny }, "todayCount": .number { $0.tasks.todayCount.ifAny },
    "more": .number {
      let shown = $0.tasks.late.count + $0.tasks.today.count
      return ($0.tasks.lateCount + $0.tasks.todayCount - shown).ifAny
    },
    "changedByOthers": .number { $0.tasks.changedByOthers.ifAny }, "hasChanges": .flag { !$0.tasks.changes.isEmpty },
    "changes": .rows { $0.tasks.changes.map { ChangeRow(change: $0) } },
    "moreChanges": .number { ($0.tasks.changedByOthers - $0.tasks.changes.count).ifAny },
    "openUrl": .address(\.links.open), "stopUrl": .address(\.links.stop), "settingsUrl": .address(\.links.settings),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "title": .text(\.task.title), "when": .optional(\.when), "listName": .text(\.task.listName),
      "doneUrl": .address(\.done),
    ]
    let task: RemindedTask
    /// The time of a task of this day, or the date of another one.
    let when: String?
    let done: String
  }

  struct ChangeRow: TemplateView {
    static let fields: [String: Field<ChangeRow>] = [
      "title": .text { ShortText.of($0.change.title) }, "listName": .text(\.change.listName),
      "who": .text(\.change.who),
      "effect": .template(among: DayChange.Effect.allCases.map(message)) { message($0.change.effect) },
    ]
    let change: DayChange

    private static func message(_ effect: DayChange.Effect) -> String { "words/message.change-\(effect.rawValue)" }
  }

  let tasks: DayTasks
  let look: DisplaySettings
  let links: MessageLinks
  let isPrivate: Bool
  var part = MessagePart.subject

  private func rows(_ some: [RemindedTask]) -> [Row] {
    let days = DayPrinter(look)
    return some.map { task in
      let local = task.due.map { DueTime($0, task.time, in: look.zone) }
      let when = local.map { $0.day == tasks.day ? $0.time.map(days.time) : days.weekdayAndDate($0.day) } ?? nil
      return Row(task: task, when: when, done: links.done(task.id))
    }
  }
}

enum MessagePart: Sendable {
  case subject, plain, html
}

/// The addresses in a message. They begin with that by which the reader reached the app when the channel was made.
struct MessageLinks: Sendable {
  private let delivery: Delivery
  private let key: Data
  private let basePath: BasePath

  init(of delivery: Delivery, key: Data, below basePath: BasePath) {
    (self.delivery, self.key, self.basePath) = (delivery, key, basePath)
  }

  var done: String { answer(.done) }
  var later: String { answer(.later) }
  var tomorrow: String { answer(.tomorrow) }
  var stop: String { address(of: AnswerToken(delivery.id, nil, .stop, key: key)) }
  var settings: String { address(TaskFlow.addresses.address(of: .reminders()).text) }

  /// The page of the task, or of Today.
  var open: String {
    let step: TaskStep = if case .task(let task) = delivery.subject { .task(task.id) } else { .today() }
    return address(TaskFlow.addresses.address(of: step).text)
  }

  func done(_ task: TaskID) -> String { address(of: AnswerToken(delivery.id, task, .done, key: key)) }

  private func answer(_ act: AnswerAct) -> String {
    guard case .task(let task) = delivery.subject else { return open }
    return address(of: AnswerToken(delivery.id, task.id, act, key: key))
  }

  private func address(of token: AnswerToken) -> String { address("\(PublicRoute.answers.path)/\(token.path)") }
  private func address(_ path: String) -> String { delivery.channel.origin + basePath.address(path) }
}

extension TaskApp {
  /// The message of a delivery, in the language of its account.
  func notice(of delivery: Delivery) throws -> Notifications.Notice {
    let (look, isPrivate) = (look().of(delivery.account.settings, languages), delivery.isPrivate)
    let links = MessageLinks(of: delivery, key: store.deviceKey, below: basePath)
    let templates = try pages.templates.current().get().spoken(in: look.language)
    func text(_ piece: some Piece) -> String { PlainText.of(templates.render(piece).html) }
    var notice: Notifications.Notice
    let id = "reminder-\(delivery.id)"
    switch delivery.subject {
    case .task(let task):
      var message = ReminderMessage(
        task: task, look: look, links: links, isPrivate: isPrivate,
        isLate: now().timeIntervalSince(delivery.moment) > Delivery.lateness, isRepeated: delivery.isRepeated)
      notice = Notifications.Notice(id: id, title: text(message), text: "", date: now())
      message.part = .plain
      notice.text = text(message)
      message.part = .html
      notice.html = templates.render(message).html
      if !isPrivate {
        notice.actions = [(AnswerAct.done, links.done), (.later, links.later), (.tomorrow, links.tomorrow)].map {
          act, url in
          Notifications.Notice.Action(text(AnswerWord(act: act)), url, .post)
        }
      }
    case .day(let tasks):
      var message = DayMessage(tasks: tasks, look: look, links: links, isPrivate: isPrivate)
      notice = Notifications.Notice(id: id, title: text(message), text: "", date: now())
      message.part = .plain
      notice.text = text(message)
      message.part = .html
      notice.html = templates.render(message).html
      notice.event = "day"
    }
    (notice.url, notice.language, notice.unsubscribe) = (links.open, look.language, links.stop)
    return notice
  }
}
