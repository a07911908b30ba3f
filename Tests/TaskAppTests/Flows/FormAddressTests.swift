import StatePages
import Tasks
import Testing

@testable import TaskApp

/// The address of every form, formatted and parsed.
struct FormAddressTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let source = SourceID(8)
  private static let forms: [TaskFlow.Form] = [
    .createList, .createSampleList, .saveFilter, .addToday, .renameList(list), .addTasks(list), .changeTasks(list),
    .changeToday, .changeMatches, .moveList(list),
    .deleteList(list),
    .restoreList(list),
    .clearCompleted(list), .setPreferences(list), .refreshList(list), .copyTasks(list), .keepList(list),
    .editTask(task), .keepAsTyped(task),
    .completeTask(task), .reopenTask(task), .moveTask(task), .scheduleTask(task), .skipTask(task), .deleteTask(task),
    .restoreTask(task), .addSubtasks(task), .foldTask(task),
    .renameTag(TagID(6)), .removeTag(TagID(6)), .undo(ChangeID(9)), .emptyTrash,
    .changeSettings, .changePassword, .revokeSession(SessionID(4)), .revokeSessions, .export, .removeAccount,
    .addFeed(list), .addTodayFeed, .renewFeed(FeedID(7)), .endFeed(FeedID(7)), .resumeFeed(FeedID(7)),
    .discardDraft(SavedDraftID(2)), .follow(.begin), .follow(.takeAddress(source)), .follow(.chooseList(source)),
    .follow(.tryAgain(source)), .follow(.takeName(source)), .importing(.upload), .importing(.start(UploadID(4))),
    .importing(.tryAgain(UploadID(4))), .importing(.choose(UploadID(4))),
  ]

  @Test func `every form has an address of its own, which parses to that form`() {
    var patterns: [String] = []
    for form in Self.forms {
      let address = TaskFlow.action(form)
      #expect(TaskFlow.forms.step(at: address) == form)
      patterns.append(address.replacing(/\/\d+/, with: "/{id}"))
    }
    #expect(patterns.sorted() == TaskFlow.forms.patterns.sorted())
  }

  @Test func `every form is part of a page of the flow`() {
    for form in Self.forms {
      let address = TaskFlow.addresses.address(of: form.step).text
      #expect(TaskFlow.addresses.step(at: address) == form.step)
    }
  }
}
