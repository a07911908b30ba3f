import Foundation
import Hummingbird
import Logging
import Notifications
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms of the page about reminders. None waits for a message: the page after it does.
enum ReminderForms {
  static func set(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    var typed = RemindersForm(form, for: request.look)
    let settings: ReminderSettings
    do {
      settings = try typed.settings()
    } catch {
      return try await again(request, Failure(.invalid), RemindersPage.Refused(settings: typed))
    }
    try await request.store.set(settings)
    return await request.redirect(after: .setReminders, at: .reminders())
  }

  static func add(
    _ kind: ChannelAddress.Kind, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    let submission = try request.submission(form)
    let sender = request.app.settings.sender
    var typed = AddChannelForm(form, of: kind, hasMail: sender?.hasMail ?? false)
    let found = typed.address { destination throws(SendingFailure) in
      if case .mail = destination, sender?.hasMail != true { throw .noMail }
      try sender?.check(destination)
    }
    guard let address = found else {
      return try await again(request, Failure(.invalid), RemindersPage.Refused(channel: typed))
    }
    if kind == .mail, let wait = request.admitConfirmation() {
      typed.reject(.tooManyTries(wait: wait))
      return try await again(request, .tooManyRequests(wait: wait), RemindersPage.Refused(channel: typed))
    }
    let secret = LinkSecret()
    return try await request.submit {
    } write: { _, store in
      let (id, isNew) = try await store.addChannel(
        address, from: request.anonymous.client.origin, digest: kind == .mail ? secret.digest : nil,
        submission: submission)
      var hasSecret = false
      if isNew {
        switch address {
        case .mail:
          let channel = ReminderChannel(
            id: id, address: address, origin: request.anonymous.client.origin, made: request.app.now(),
            isConfirmed: false)
          try await request.app.channelTests.send(to: channel, for: request) { try request.message(secret) }
        case .ntfy: break
        case .webhook(_, let key):
          hasSecret = true
          request.app.newWebhookSecrets.note(key, of: id, by: request.reader.session, at: request.app.now())
        }
      }
      return await after("made", id, hasSecret: hasSecret, request)
    } again: { error, _ async throws(Failure) in
      typed.reject(error)
      return try await RemindersPage.page(for: request, RemindersPage.Refused(channel: typed))
    }
  }

  static func response(
    to action: ChannelAction, of id: ReminderChannelID, _ request: SignedInRequest
  ) async throws -> Response {
    switch action {
    case .test:
      let channel = try await request.store.channel(id)
      // A test to an address that is not confirmed is the link that confirms it.
      guard channel.isConfirmed else { return try await response(to: .confirm, of: id, request) }
      if let wait = request.app.feedLimiter.admit([.tests(request.reader.account)]) {
        return try await tooOften(wait, id, request)
      }
      try await request.app.channelTests.send(to: channel, for: request) { try request.message() }
    case .confirm:
      let channel = try await request.store.channel(id)
      if !channel.isConfirmed {
        if let wait = request.admitConfirmation() { return try await tooOften(wait, id, request) }
        try await request.app.channelTests.send(to: channel, for: request) {
          let secret = LinkSecret()
          try await request.store.renewConfirmation(of: id, digest: secret.digest)
          return try request.message(secret)
        }
      }
    case .end: try await request.store.endSecret(of: id)
    case .resume: try await request.store.resumeSecret(of: id)
    }
    return await after(action.done, id, hasSecret: false, request)
  }

  private static func again(
    _ request: SignedInRequest, _ failure: Failure, of channel: ReminderChannelID? = nil,
    _ refused: RemindersPage.Refused
  ) async throws(Failure) -> Response {
    try await request.again(failure) { () async throws(Failure) in
      try await RemindersPage.page(of: channel, for: request, refused)
    }
  }

  private static func tooOften(
    _ wait: Duration, _ id: ReminderChannelID, _ request: SignedInRequest
  ) async throws(Failure) -> Response {
    let refused = RemindersPage.Refused(sending: .tooManyTries(wait: wait))
    return try await again(request, .tooManyRequests(wait: wait), of: id, refused)
  }

  private static func after(
    _ action: String, _ id: ReminderChannelID, hasSecret: Bool, _ request: SignedInRequest
  ) async -> Response {
    request.context.logger.info(
      "channel \(action)", metadata: ["account": "\(request.reader.account)", "channel": "\(id)"])
    return await request.redirect(after: .changedChannel(id, hasSecret: hasSecret), at: .reminders())
  }
}

extension SignedInRequest {
  /// The time to wait before the next mail to an address that is not confirmed; nil if one may be sent, which is counted then.
  fileprivate func admitConfirmation() -> Duration? {
    app.feedLimiter.admit([.tests(reader.account), .confirmations(reader.account)])
  }

  /// A message in the reader's language: a test, or with a secret the question whether the address is the reader's.
  fileprivate func message(_ secret: LinkSecret? = nil) throws -> Notifications.Notice {
    let link = secret?.confirmationAddress(on: anonymous.client, below: app.basePath)
    let templates = try app.pages.templates.current().get().spoken(in: look.language)
    let markup = templates.render(ChannelMessage(link: link)).html
    let words = markup.split(separator: "|").map { PlainText.of(String($0)) }
    guard words.count > 1 else { throw Failure(.internal) }
    var notice = Notifications.Notice(
      id: "test-\(UUID().uuidString)", title: words[0], text: words.dropFirst().joined(separator: "\n\n"),
      date: app.now())
    notice.language = look.language
    notice.event = "test"
    return notice
  }
}
