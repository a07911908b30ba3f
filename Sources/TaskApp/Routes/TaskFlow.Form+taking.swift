import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The functions that process the forms. Each is in the folder of its screen.
extension TaskForm {
  /// The response to a form: usually a redirect to the next step. An edit that was sent along is saved with it.
  func response(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    guard let task = form[FormField.editing],
      let edit = try await TypedEdit(of: task, sentWith: command, request, form)
    else {
      return try await ownResponse(to: form, from: request)
    }
    return try await edit.save(for: request) { try await ownResponse(to: form, from: $0) }
  }

  private func ownResponse(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch self {
    case .command(let command): try await command.response(to: form, from: request)
    case .follow(let inner): try await inner.response(to: form, from: mounted(request))
    case .importing(let inner): try await inner.response(to: form, from: mounted(request))
    }
  }

  /// The response of the form or the page that the pressed button of a row names. Its effect is shown on the page of `Referer`.
  fileprivate static func pressed(_ form: FormBody, _ request: SignedInRequest) async throws -> Response {
    guard let step = form.pressedStep(below: request.app.basePath), step.form != .command(.pressRow) else {
      throw RequestProblem(Failure(.notFound))
    }
    guard let own = step.form else { return .seeOther(request.intents.address(ofStep: step)) }
    if form[FormField.from] != nil { return try await own.response(to: form, from: request) }
    let page = (name: FormField.from, value: request.pageOfButton?.text ?? "")
    return try await own.response(to: FormBody(form.fields + [page]), from: request)
  }

  /// The request for the mounted flow that has the form.
  private func mounted(_ request: SignedInRequest) -> SignedInRequest {
    request.at(.form(self))
  }

  /// Reads the form of a request. One with a file is read by the function that processes it.
  func body(of request: Request) async throws -> FormBody {
    switch self {
    case .importing(.upload) where UploadForm.isSent(by: request): try FormBody([], reads: FormField.isKnown)
    case _: try await FormBody(request, limit: limit)
    }
  }

  /// The size limit of the form's body in bytes.
  var limit: Int {
    switch self {
    case .command(let command): command.takesText ? FormBody.textLimit : FormBody.limit
    case .importing(.upload): FormBody.textLimit
    case .follow, .importing: FormBody.limit
    }
  }

  private var command: TaskCommand? { if case .command(let command) = self { command } else { nil } }
}

extension TaskCommand {
  fileprivate var takesText: Bool {
    switch self {
    case .task(_, .move), .task(_, .pick), .task(_, .restore): false
    // The forms on the page of a task send its notes along.
    case .task, .comment, .list(_, .addTasks), .list(_, .changeTasks), .list(_, .copy), .changeMatches, .changeToday,
      .add, .undo:
      true
    case _: false
    }
  }

  /// The response to the form of a command.
  fileprivate func response(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch self {
    case .task(let id, let action): return try await TaskForms.response(to: action, of: id, request, form)
    case .list(let id, let action): return try await ListForms.response(to: action, of: id, request, form)
    case .comment(let id, let action): return try await CommentForms.response(to: action, of: id, request, form)
    case .section(let id, let action): return try await SectionForms.response(to: action, of: id, request, form)
    case .tag(let id, .rename): return try await SearchForms.renameTag(id, request, form)
    case .tag(let id, .color): return try await SearchForms.colorTag(id, request, form)
    case .tag(let id, .remove): return try await SearchForms.removeTag(id, request, form)
    case .createList: return try await OverviewForms.create(request, form)
    case .createSampleList: return try await SampleList.create(request, form)
    case .saveFilter: return try await SearchForms.save(request, form)
    case .add: return try await AddForms.add(request, form)
    case .addToday: return try await AddForms.addToday(request, form)
    case .changeToday: return try await SelectionForm.changeToday(request, form)
    case .changeMatches: return try await SelectionForm.changeMatches(request, form)
    case .undo(let id): return try await UndoForm.undo(id, request, form)
    case .pressRow: return try await TaskForm.pressed(form, request)
    case .emptyTrash:
      let until = Double(try form.required(FormField.until, as: Int64.self))
      try await request.store.emptyTrash(
        until: Date(timeIntervalSince1970: until / 1_000), deletingFor: .milliseconds(300))
      return await request.redirect(after: .emptiedTrash, at: .trash())
    case .changeSettings: return try await SettingsForms.change(request, form)
    case .changePassword: return try await SettingsForms.changePassword(request, form)
    case .revokeSession(let id): return try await SettingsForms.revoke(id, request)
    case .revokeSessions: return try await SettingsForms.revokeOthers(request)
    case .export: return try await ExportFile.send(request, form)
    case .removeAccount: return try await SettingsForms.remove(request, form)
    case .addTodayFeed: return try await FeedForms.add(.today, request, form)
    case .feed(let id, let action): return try await FeedForms.response(to: action, of: id, request, form)
    case .addAppPassword: return try await AppPasswordForms.add(request, form)
    case .appPassword(let id, let action): return try await AppPasswordForms.response(to: action, of: id, request)
    case .setReminders: return try await ReminderForms.set(request, form)
    case .addChannel(let kind): return try await ReminderForms.add(kind, request, form)
    case .channel(let id, let action): return try await ReminderForms.response(to: action, of: id, request)
    case .makeIncomingAddress: return try await IncomingMailForms.make(request, form)
    case .incomingAddress(let id, let action):
      return try await IncomingMailForms.response(to: action, of: id, request)
    case .member(let member, let list, let action):
      return try await SharingForms.response(to: action, of: member, in: list, request, form)
    case .invitation(let id, let action): return try await SharingForms.response(to: action, of: id, request)
    case .sharedPage(let id, let action): return try await SharedPageForms.response(to: action, of: id, request)
    case .join(let secret): return try await InvitationPage.join(secret, request)
    case .discardDraft(let id):
      try await request.store.forgetDraft(id)
      return await request.redirect(after: .discardedDraft, at: .savedDraft(id))
    }
  }
}

extension ImportForm {
  /// The response to a form: usually a redirect to the next step.
  func response(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch self {
    case .upload: try await ImportForms.upload(request, form)
    case .file(let id, .choose): try await ImportForms.choose(id, request, form)
    case .file(let id, .start): try await ImportForms.start(id, request, form)
    case .file(let id, .tryAgain): try await ImportForms.tryAgain(id, request)
    }
  }
}

extension FollowForm {
  /// The response to a form: usually a redirect to the next step.
  func response(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch self {
    case .begin: try await FollowForms.begin(request, form)
    case .source(let id, .takeAddress): try await FollowForms.takeAddress(id, request, form)
    case .source(let id, .chooseList): try await FollowForms.choose(id, request, form)
    case .source(let id, .tryAgain): try await FollowForms.tryAgain(id, request)
    case .source(let id, .takeName): try await FollowForms.takeName(id, request, form)
    }
  }
}

extension SavedDraft {
  /// The form that takes its text; nil if there is none.
  var form: TaskFlow.Form? { .draft(sentTo: path) }
}
