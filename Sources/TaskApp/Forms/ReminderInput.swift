import Foundation
import StatePages
import Tasks

/// The controls of a task's form that say when to remind, as typed. Controls that nobody changed keep all that is stored.
struct ReminderInput: Hashable, Sendable {
  var kind = Kind.none
  /// The number of ``unit`` before the due date.
  var count = "30"
  var unit = Reminder.Unit.minute
  /// A moment on the reader's clock, as its control sends it: `2026-12-01T08:00`.
  var moment = ""

  enum Kind: String, CaseIterable, Sendable {
    case none, due, before, moment
    /// More reminders than the controls can show, which stay.
    case several
  }

  /// The controls' names.
  enum Name {
    static let kind = "remind"
    static let count = "remind-count"
    static let unit = "remind-unit"
    static let moment = "remind-at"
    static let all = [kind, count, unit, moment]
  }
}

extension ReminderInput {
  /// The controls for stored reminders.
  init(_ stored: ReminderSet, in zone: TimeZone) {
    guard let first = stored.reminders.first else { return }
    if stored.reminders.count > 1 {
      kind = .several
    } else if let (count, unit) = first.amount {
      kind = count == 0 ? .due : .before
      if count > 0 { (self.count, self.unit) = (String(count), unit) }
    } else if let at = first.moment {
      (kind, moment) = (.moment, "\(Day(of: at, in: zone).iso)T\(TimeOfDay(of: at, in: zone))")
    }
  }

  /// The controls of a form; nil if it has none.
  init?(_ form: FormBody) {
    guard let kind = form[Name.kind] else { return nil }
    self.kind = Kind(rawValue: kind) ?? .none
    count = form[Name.count] ?? ""
    unit = form[Name.unit].flatMap(Reminder.Unit.init(rawValue:)) ?? .minute
    moment = form[Name.moment] ?? ""
  }

  /// The text of the reminders; empty for none, and no reminders for invalid input.
  /// - Parameter stored: the reminders to change.
  func text(changing stored: ReminderSet, in zone: TimeZone) -> String {
    if self == ReminderInput(stored, in: zone) { return stored.description }
    switch kind {
    case .none: return ""
    case .several: return stored.description
    case .due: return Reminder(0, .minute)?.description ?? ""
    case .before, .moment: return reminder(in: zone)?.description ?? "?"
    }
  }

  /// Whether a control that counts is wrong: the number, or the moment.
  func isWrong(_ kind: Kind, in zone: TimeZone) -> Bool { self.kind == kind && reminder(in: zone) == nil }

  private func reminder(in zone: TimeZone) -> Reminder? {
    guard kind == .moment else { return Int(count).flatMap { Reminder($0, unit) } }
    let parts = moment.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, let day = Day(iso: parts[0])?.inFullYear, let time = TimeOfDay(String(parts[1].prefix(5)))
    else { return nil }
    return Reminder(at: day.moment(at: time, in: zone))
  }
}

/// The part of a task's form that says when to remind.
struct ReminderFields: TemplateView {
  static let fields: [String: Field<ReminderFields>] = [
    "kinds": .rows { Choice.reminders($0.input.kind, offersSeveral: $0.offersSeveral) },
    "amount": .text(\.input.count), "units": .rows { Choice.reminderUnits($0.input.unit) },
    "moment": .text(\.input.moment), "isMoment": .flag(\.isMoment),
    "wrongAmount": .flag { $0.input.isWrong(.before, in: $0.zone) },
    "wrongMoment": .flag { $0.input.isWrong(.moment, in: $0.zone) },
    "isUndated": .flag(\.isUndated), "all": .pieces { $0.stored.map { [$0] } ?? [] },
    "several": .flag(\.offersSeveral),
  ]
  private let input: ReminderInput
  private let zone: TimeZone
  private let stored: RemindersView?
  private let offersSeveral: Bool
  /// Whether nothing reminds of the task until it has a date.
  private let isUndated: Bool
  /// Whether the control for a moment can show what was typed.
  private let isMoment: Bool

  init(_ content: TaskScreen.Content, for look: DisplaySettings) {
    let reminders = content.task.text.reminders
    zone = look.zone
    input = content.reminders ?? ReminderInput(reminders, in: zone)
    offersSeveral = reminders.reminders.count > 1
    stored = RemindersView(reminders, DayPrinter(look))
    isUndated = content.task.due == nil && !reminders.ofEachDate.isEmpty
    isMoment = input.moment.isEmpty || !input.isWrong(.moment, in: look.zone)
  }
}
