import Foundation
import Notifications
import StatePages
import Tasks

/// The form that says when an account is reminded.
struct RemindersForm: Piece {
  static let template = "channels/reminders"
  static let fields: [String: Field<RemindersForm>] = [
    "action": .form { _ in .setReminders }, "private": .flag(\.isPrivate),
    "phone": .flag(\.phoneRings),
    "days": .rows { form in form.printer.week.map { Day($0, form.printer, isChosen: form.days.contains($0.weekday)) } },
  ].merging(FormState.tags(at: \.state, hints: [.digest, .quietFrom])) { own, _ in own }

  /// The fields, in the order of the form.
  enum Name: String, CaseIterable {
    case digest
    case quietFrom = "quiet-from"
    case quietUntil = "quiet-until"
  }

  private var state: FormState<Name, FieldError>
  private let days: Set<Weekday>
  private let isPrivate, phoneRings: Bool
  private let printer: DayPrinter

  init(_ settings: ReminderSettings, for look: DisplaySettings) {
    state = FormState([
      .digest: settings.digest?.description ?? "", .quietFrom: settings.quiet?.from.description ?? "",
      .quietUntil: settings.quiet?.until.description ?? "",
    ])
    (days, isPrivate, phoneRings) = (settings.days, settings.isPrivate, settings.phoneRings)
    printer = DayPrinter(look)
  }

  /// Creates a form with typed values.
  init(_ form: FormBody, for look: DisplaySettings) {
    state = FormState(form)
    days = Set(Weekday.allCases.filter { form[FormField.weekday($0)] != nil })
    isPrivate = form[FormField.privateSubjects] != nil
    phoneRings = form[FormField.phoneRings] != nil
    printer = DayPrinter(look)
  }

  /// The settings that were typed. What is wrong is noted at its field.
  mutating func settings() throws(InvalidInput) -> ReminderSettings {
    do {
      return try ReminderSettings(
        digest: state[.digest], days: days, quietFrom: state[.quietFrom], quietUntil: state[.quietUntil],
        isPrivate: isPrivate, phoneRings: phoneRings)
    } catch {
      for problem in error.problems {
        if let name = Name(rawValue: problem.field.rawValue) { state.reject(name, FieldError(problem)) }
      }
      throw error
    }
  }

  /// The box of a day of the week.
  struct Day: TemplateView {
    static let fields: [String: Field<Day>] = [
      "field": .text { FormField.weekday($0.weekday) }, "name": .text(\.name), "short": .text(\.short),
      "selected": .flag(\.isChosen),
    ]
    private let weekday: Weekday
    private let name, short: String
    private let isChosen: Bool

    fileprivate init(_ day: (weekday: Weekday, short: String), _ printer: DayPrinter, isChosen: Bool) {
      (weekday, short, name) = (day.weekday, day.short, printer.name(of: day.weekday))
      self.isChosen = isChosen
    }
  }
}

/// The forms that add a channel of each kind, and the secret of the webhook that was just made.
struct AddChannelForm: Piece {
  static let template = "channels/add"
  static let fields: [String: Field<AddChannelForm>] = [
    "mailAction": .form { _ in .addChannel(.mail) }, "ntfyAction": .form { _ in .addChannel(.ntfy) },
    "webhookAction": .form { _ in .addChannel(.webhook) },
    "mailOpen": .flag { $0.kind == .mail }, "ntfyOpen": .flag { $0.kind == .ntfy },
    "webhookOpen": .flag { $0.kind == .webhook },
    "hasMail": .flag(\.hasMail), "version": .text(\.version), "secret": .optional(\.secret),
  ].merging(FormState.tags(at: \.state, ids: "channel-", hints: [.address, .server, .topic, .accessToken, .url])) {
    own, _ in own
  }

  enum Name: String, CaseIterable {
    case address, server, topic
    case accessToken = "access-token"
    case url
  }

  private let hasMail: Bool
  /// The kind of the form that was sent; nil if none was.
  private var kind: ChannelAddress.Kind?
  private var state: FormState<Name, FieldError>
  /// Part of the idempotency key: the account's newest channel.
  var version = ""
  /// The secret of the webhook that was just made; nil on any later page.
  var secret: String?

  /// The server that most people use.
  private static let usualServer = "https://ntfy.sh"

  init(hasMail: Bool, secret: String? = nil) {
    (self.hasMail, self.secret) = (hasMail, secret)
    state = FormState([.server: Self.usualServer])
  }

  /// Creates a form with typed values.
  init(_ form: FormBody, of kind: ChannelAddress.Kind, hasMail: Bool) {
    (self.hasMail, self.kind, state) = (hasMail, kind, FormState(form))
    if kind != .ntfy { state[.server] = Self.usualServer }
  }

  mutating func reject(_ error: FieldError) { state.reject(error) }

  /// The address that was typed; nil if something is wrong with it, which is noted at its field.
  /// - Parameter check: throws the failure that sending there would end with, as far as that is known.
  mutating func address(_ check: (Destination) throws(SendingFailure) -> Void) -> ChannelAddress? {
    let (address, field): (ChannelAddress?, Name) =
      switch kind {
      case .mail: (mail(), .address)
      case .ntfy: (ntfy(), .server)
      case .webhook: (source(at: .url).map { .webhook($0.url, secret: WebhookSecret.random().text) }, .url)
      case nil: (nil, .address)
      }
    guard let address, let destination = Destination(address) else { return nil }
    do {
      try check(destination)
      return address
    } catch {
      state.reject(field, FieldError(error))
      return nil
    }
  }

  private mutating func mail() -> ChannelAddress? {
    do {
      return .mail(try MailAddress(validating: state[.address]).text)
    } catch {
      state.reject(.address, FieldError(error))
      return nil
    }
  }

  private mutating func ntfy() -> ChannelAddress? {
    let server = source(at: .server)
    let (topic, token) = (TypedText.trimmed(state[.topic]), TypedText.trimmed(state[.accessToken]))
    do {
      // The other fields are judged without the server, too.
      _ = try NtfyTopic(
        server: server ?? SourceAddress(url: Self.usualServer, host: ""), topic: topic,
        token: token.isEmpty ? nil : token)
      return server.map { .ntfy(server: $0.url, topic: topic, token: token.isEmpty ? nil : token) }
    } catch {
      switch error {
      case .topic: state.reject(.topic, topic.isEmpty ? .blank : .notATopic)
      case .token: state.reject(.accessToken, .notAToken)
      }
      return nil
    }
  }

  private mutating func source(at name: Name) -> SourceAddress? {
    do {
      return try SourceAddress(validating: state[name])
    } catch {
      state.reject(name, error.first.problem == .blank ? .blank : .notAServer)
      return nil
    }
  }
}

/// The words of a message to a channel: a test, or with a link the question whether the address is the reader's.
struct ChannelMessage: Piece {
  static let template = "channels/message"
  static let fields: [String: Field<ChannelMessage>] = ["link": .optional(\.link)]
  var link: String?
}
