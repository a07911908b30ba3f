import Hummingbird
import StatePages
import Tasks

/// The functions that process the forms. Each is in the folder of its screen.
extension TaskForm {
  /// The response to a form: usually a redirect to the next step. An edit that was sent along is saved first.
  func response(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch try await TaskForms.saveAlong(with: self, request, form) {
    case .saved(let request): try await ownResponse(to: form, from: request)
    case .rejected(let response): response
    }
  }

  private func ownResponse(to form: FormBody, from request: SignedInRequest) async throws -> Response {
    switch self {
    case .createList: try await OverviewForms.create(request, form)
    case .createSampleList: try await SampleList.create(request, form)
    case .addToday: try await TodayForms.add(request, form)
    case .add: try await AddForms.add(request, form)
    case .changeToday: try await TodayForms.changeTasks(request, form)
    case .saveFilter: try await SearchForms.save(request, form)
    case .list(let id, .rename): try await ListForms.rename(id, request, form)
    case .list(let id, .addTasks): try await ListForms.add(id, request, form)
    case .list(let id, .changeTasks): try await ListForms.changeTasks(id, request, form)
    case .changeMatches: try await SearchForms.changeTasks(request, form)
    case .list(let id, .addSection): try await SectionForms.add(to: id, request, form)
    case .section(let id, .rename): try await SectionForms.rename(id, request, form)
    case .section(let id, .pick): try await SectionForms.pick(id, request, form)
    case .section(let id, .move): try await SectionForms.move(id, request, form)
    case .section(let id, .fold): try await SectionForms.fold(id, request, form)
    case .section(let id, .delete): try await SectionForms.delete(id, request)
    case .list(let id, .pick): try await OverviewForms.pick(id, request)
    case .list(let id, .move): try await OverviewForms.move(id, request, form)
    case .list(let id, .delete): try await ListForms.delete(id, request)
    case .list(let id, .restore): try await ListForms.restore(id, request)
    case .list(let id, .clearCompleted): try await ListForms.clearCompleted(id, request)
    case .list(let id, .startAgain): try await ListForms.startAgain(id, request, form)
    case .list(let id, .duplicate): try await ListForms.duplicate(id, request, form)
    case .list(let id, .setPreferences): try await ListForms.setPreferences(id, request, form)
    case .list(let id, .refresh): try await RemoteForms.refresh(id, request, form)
    case .list(let id, .copy): try await RemoteForms.copy(id, request, form)
    case .list(let id, .keep): try await RemoteForms.keep(id, request, form)
    case .task(let id, .edit): try await TaskForms.edit(id, request, form)
    case .task(let id, .keepAsTyped): try await TaskForms.keepAsTyped(id, request, form)
    case .task(let id, .complete): try await TaskForms.complete(id, request, form)
    case .task(let id, .reopen): try await TaskForms.reopen(id, request, form)
    case .task(let id, .pick): try await TaskForms.pick(id, request, form)
    case .task(let id, .move): try await TaskForms.move(id, request, form)
    case .task(let id, .schedule): try await TaskForms.schedule(id, request, form)
    case .task(let id, .skip): try await TaskForms.skip(id, request, form)
    case .task(let id, .delete): try await TaskForms.delete(id, request, form)
    case .task(let id, .restore): try await TaskForms.restore(id, request)
    case .task(let id, .addSubtasks): try await TaskForms.addSubtasks(to: id, request, form)
    case .task(let id, .fold): try await TaskForms.fold(id, request, form)
    case .task(let id, .menu): try await TaskForms.openMenu(id, request, form)
    case .tag(let id, .rename): try await TagsForms.rename(id, request, form)
    case .tag(let id, .remove): try await TagsForms.remove(id, request, form)
    case .undo(let id): try await UndoForm.undo(id, request, form)
    case .emptyTrash: try await TrashForms.empty(request, form)
    case .changeSettings: try await SettingsForms.change(request, form)
    case .changePassword: try await SettingsForms.changePassword(request, form)
    case .revokeSession(let id): try await SettingsForms.revoke(id, request)
    case .revokeSessions: try await SettingsForms.revokeOthers(request)
    case .export: try await ExportFile.send(request, form)
    case .removeAccount: try await SettingsForms.remove(request, form)
    case .list(let id, .addFeed): try await FeedForms.add(.list(id), request, form)
    case .addTodayFeed: try await FeedForms.add(.today, request, form)
    case .feed(let id, .renew): try await FeedForms.renew(id, request, form)
    case .feed(let id, .end): try await FeedForms.end(id, request, form)
    case .feed(let id, .resume): try await FeedForms.resume(id, request, form)
    case .addAppPassword: try await AppPasswordForms.add(request, form)
    case .appPassword(let id, .renew): try await AppPasswordForms.renew(id, request)
    case .appPassword(let id, .end): try await AppPasswordForms.end(id, request)
    case .appPassword(let id, .resume): try await AppPasswordForms.resume(id, request)
    case .discardDraft(let id): try await SavedDraftForms.discard(id, request)
    case .follow(let inner): try await inner.response(to: form, from: request.following)
    case .importing(let inner): try await inner.response(to: form, from: request.importing)
    }
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
    case .task(_, .move), .task(_, .pick), .task(_, .restore): FormBody.limit
    // Those of the page of a task are sent with its notes.
    case .task, .list(_, .addTasks), .list(_, .changeTasks), .list(_, .copy), .changeMatches, .changeToday, .add, .undo,
      .importing(.upload):
      FormBody.textLimit
    case _: FormBody.limit
    }
  }
}

extension ImportForm {
  /// The response to a form: usually a redirect to the next step.
  func response(to form: FormBody, from request: ImportRequest) async throws -> Response {
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
  func response(to form: FormBody, from request: FollowRequest) async throws -> Response {
    switch self {
    case .begin: try await FollowForms.begin(request, form)
    case .source(let id, .takeAddress): try await FollowForms.takeAddress(id, request, form)
    case .source(let id, .chooseList): try await FollowForms.choose(id, request, form)
    case .source(let id, .tryAgain): try await FollowForms.tryAgain(id, request)
    case .source(let id, .takeName): try await FollowForms.takeName(id, request, form)
    }
  }
}
