import Foundation
import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a link in a message. A program that fetches links sees a page with a button: only a press of it acts.
enum AnswerPage {
  /// `GET /answers/{token}/{act}`.
  @Sendable static func show(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate()
    return await request.page { () async throws(Failure) in
      let (token, found) = try await find(request)
      let look = request.look(of: found.account)
      return Page(request, .answer, isKept: false) {
        AnswerView(token: token, task: found.task, look: look, address: request.address)
      }
    }
  }

  /// `POST /answers/{token}/{act}`.
  @Sendable static func answer(_ request: AnonymousRequest) async throws -> Response {
    try request.requireRate(cost: RequestSender.form)
    let form = try await FormBody(request.http)
    let isUndone = form[FormField.then] == "undo"
    let (token, found) = try await find(request, undoing: isUndone)
    let look = request.look(of: found.account)
    let store = request.store(of: found, in: look.timeZone)
    let change: ChangeID?
    if isUndone {
      let answer = try await self.answer(token, found, form, store, at: request.app.now())
      try await store.undo(answer)
      try await request.store { store in try await store.noteAnswer(nil, to: token.delivery) }
      change = nil
    } else {
      change = try await act(token, found, store, look)
      if token.task != nil {
        try await request.store { store in try await store.noteAnswer(change, to: token.delivery) }
      }
    }
    return await request.page { () async throws(Failure) in
      Page(request, .answer, isKept: false) {
        AnswerView(
          token: token, task: found.task, look: look, address: request.address, answer: change, isAnswered: !isUndone,
          isUndone: isUndone)
      }
    }
  }

  /// The change that a press of the page has made. The tasks of a day have one message, which notes no answer: of these, a completion that was
  /// just made.
  private static func answer(
    _ token: AnswerToken, _ found: Answerable, _ form: FormBody, _ store: AccountStore<Failure>, at now: Date
  ) async throws(Failure) -> ChangeID {
    if let answer = found.answer { return answer }
    guard token.act == .done, let sent = form[FormField.version].flatMap({ ChangeID($0) }) else {
      throw Failure(.notFound, "answer-gone")
    }
    let change = try await store.change(sent)
    let isAnswer =
      change.task == token.task && change.kind == .taskCompleted
      && now.timeIntervalSince(change.at) < Limits.undoWindow / .seconds(1)
    guard isAnswer else { throw Failure(.notFound, "answer-gone") }
    return sent
  }

  private static func act(
    _ token: AnswerToken, _ found: Answerable, _ store: AccountStore<Failure>, _ look: DisplaySettings
  ) async throws(Failure) -> ChangeID? {
    if token.act == .stop {
      try await store.endSecret(of: found.channel.id)
      return nil
    }
    guard let task = found.task else { throw Failure(.gone, "answered") }
    switch token.act {
    case .done: return try await store.complete(task.id, on: look.today).change
    case .tomorrow: return try await store.setDue(task.id, to: look.today.adding(days: 1)).change
    case .later: return try await store.remind(of: task.id, in: 3_600).change
    case .stop: return nil
    }
  }

  /// - Throws: 404 for a link that is none, or that can't be used any more.
  private static func find(
    _ request: AnonymousRequest, undoing: Bool = false
  ) async throws(Failure) -> (token: AnswerToken, found: Answerable) {
    let parameters: (String, String)
    do { parameters = try (request.parameter("token"), request.parameter("act")) } catch { throw Failure(.notFound) }
    guard let token = AnswerToken(parameters.0, parameters.1, key: request.app.store.deviceKey),
      (token.task == nil) == (token.act == .stop)
    else { throw Failure(.notFound, "answer-gone") }
    let zone = request.app.settings.timeZone
    let found = try await request.store { store in try await store.answerable(token.delivery, token.task, in: zone) }
    guard let found, !found.isOver else { throw Failure(.notFound, "answer-gone") }
    if token.act == .stop { return (token, found) }
    // Answered, done elsewhere, or at another date by now.
    guard undoing || found.task != nil && found.answer == nil else { throw Failure(.gone, "answered") }
    return (token, found)
  }
}

extension AnonymousRequest {
  /// The store of the account that a message was sent to: the history tells what it does as done in a message.
  fileprivate func store(of found: Answerable, in zone: String) -> AccountStore<Failure> {
    AccountStore(store, for: found.account.id, in: zone, by: .answer)
  }
}

/// What a link does, with its button, or what it has done.
struct AnswerView: Piece {
  static let template = "messages/answer"
  static let fields: [String: Field<AnswerView>] = [
    "title": .optional { $0.task.map { ShortText.of($0.title) } }, "listName": .optional(\.task?.listName),
    "when": .optional(\.when), "action": .address(\.address),
    "word": .template(among: AnswerAct.allCases.map(AnswerWord.message)) { AnswerWord.message($0.token.act) },
    "answered": .flag(\.isAnswered), "undone": .flag(\.isUndone), "stops": .flag { $0.token.act == .stop },
    "mayUndo": .flag { $0.isAnswered && $0.token.act != .stop && $0.answer != nil },
    "version": .optional { $0.answer?.description }, "openHref": .link { _ in .openToday },
  ]
  let token: AnswerToken
  let task: RemindedTask?
  let look: DisplaySettings
  let address: String
  var answer: ChangeID?
  var isAnswered = false
  var isUndone = false

  private var when: String? {
    let days = DayPrinter(look)
    return task?.due.map { day in
      let local = DueTime(day, task?.time, in: look.zone)
      return [days.weekdayAndDate(local.day), local.time.map(days.time)].compactMap(\.self).joined(separator: " ")
    }
  }
}

/// The word of an act, as on a button.
struct AnswerWord: Piece {
  static let template = "messages/answer-word"
  static let fields: [String: Field<AnswerWord>] = [
    "word": .template(among: AnswerAct.allCases.map(message)) { message($0.act) }
  ]
  let act: AnswerAct

  static func message(_ act: AnswerAct) -> String { "words/answer.\(act.rawValue)" }
}
