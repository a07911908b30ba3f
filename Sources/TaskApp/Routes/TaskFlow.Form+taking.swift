import Hummingbird

/// What takes each form: it only names them; each is taken in its screen's home.
extension TaskFlow.Form {
  /// The answer to a form: mostly the page that comes after what it came to.
  func response(to form: FormBody, from visit: Visit) async throws -> Response {
    switch self {
    case .createList: try await Overview.create(visit, form)
    case .renameList(let id): try await ListPage.rename(id, visit, form)
    case .addTasks(let id): try await ListPage.add(id, visit, form)
    case .moveList(let id): try await Overview.move(id, visit, form)
    case .deleteList(let id): try await ListPage.delete(id, visit)
    case .restoreList(let id): try await ListPage.restore(id, visit)
    case .clearCompleted(let id): try await ListPage.clearCompleted(id, visit)
    case .refreshList(let id): try await RemoteForms.refresh(id, visit, form)
    case .copyTasks(let id): try await RemoteForms.copy(id, visit, form)
    case .editTask(let id): try await TaskPage.edit(id, visit, form)
    case .completeTask(let id): try await TaskPage.complete(id, visit)
    case .reopenTask(let id): try await TaskPage.reopen(id, visit)
    case .moveTask(let id): try await TaskPage.move(id, visit, form)
    case .deleteTask(let id): try await TaskPage.delete(id, visit)
    case .restoreTask(let id): try await TaskPage.restore(id, visit)
    case .undo(let id): try await UndoForm.undo(id, visit)
    case .emptyTrash: try await TrashPage.empty(visit, form)
    case .changeSettings: try await SettingsPage.change(visit, form)
    case .changePassword: try await SettingsPage.changePassword(visit, form)
    case .revokeSession(let id): try await SettingsPage.revoke(id, visit)
    case .revokeSessions: try await SettingsPage.revokeOthers(visit)
    case .export: try await ExportFile.send(visit, form)
    case .removeAccount: try await SettingsPage.remove(visit, form)
    case .discardKept(let id): try await KeptPage.discard(id, visit)
    case .follow(.begin): try await FollowPage.begin(visit, form)
    case .follow(.takeAddress(let id)): try await FollowPage.takeAddress(id, visit, form)
    case .follow(.chooseList(let id)): try await CollectionsPage.choose(id, visit, form)
    case .follow(.tryAgain(let id)): try await FollowPage.tryAgain(id, visit)
    case .follow(.takeName(let id)): try await FollowPage.takeName(id, visit, form)
    }
  }

  /// How many bytes it may have.
  var limit: Int {
    switch self {
    case .addTasks, .editTask, .copyTasks: FormBody.textLimit
    case .createList, .renameList, .moveList, .deleteList, .restoreList, .clearCompleted, .refreshList, .completeTask,
      .reopenTask, .moveTask, .deleteTask, .restoreTask, .undo, .emptyTrash, .changeSettings, .changePassword,
      .revokeSession, .revokeSessions, .export, .removeAccount, .discardKept, .follow:
      FormBody.limit
    }
  }
}
