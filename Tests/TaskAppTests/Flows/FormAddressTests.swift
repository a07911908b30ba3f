import StatePages
import Tasks
import Testing

@testable import TaskApp

/// The address of every form, formatted and parsed.
struct FormAddressTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let source = SourceID(8)
  private static let forms: [TaskFlow.Form] =
    [
      .createList, .createSampleList, .saveFilter, .addToday, .add, .changeToday, .changeMatches, .undo(ChangeID(9)),
      .emptyTrash, .changeSettings, .changePassword, .revokeSession(SessionID(4)), .revokeSessions, .export,
      .removeAccount, .addTodayFeed, .discardDraft(SavedDraftID(2)), .follow(.begin), .importing(.upload),
    ] + TaskFlow.TaskAction.allCases.map { .task(task, $0) } + TaskFlow.ListAction.allCases.map { .list(list, $0) }
    + FollowFlow.SourceAction.allCases.map { .follow(.source(source, $0)) }
    + ImportFlow.FileAction.allCases.map { .importing(.file(UploadID(4), $0)) }
    + TaskFlow.SectionAction.allCases.map { .section(SectionID(6), $0) }
    + TaskFlow.TagAction.allCases.map { .tag(TagID(6), $0) }
    + TaskFlow.SecretAction.allCases.map { .feed(FeedID(7), $0) }
    + [.addAppPassword] + TaskFlow.SecretAction.allCases.map { .appPassword(AppPasswordID(7), $0) }

  @Test func `every form has an address of its own, which parses to that form`() {
    var patterns: [String] = []
    for form in Self.forms {
      let address = form.text
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
