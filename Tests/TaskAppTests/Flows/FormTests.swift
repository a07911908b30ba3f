import HTTPTypes
import StatePages
import StatePagesTesting
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// The event that a button sends to the flow, which knows nothing of pages.
struct EventTests {
  private func press(
    _ action: String, on address: String, in rich: RichWorld, typing: [String: String] = [:]
  ) async throws -> Sent {
    let world = try rich.world.copy()
    let sent = try await TaskFlow.events {
      let page = try await world.page(address)
      _ = try await world.press(page.form(to: action), typing: typing)
    }
    #expect(sent.count == 1, "to look at a page is none")
    return try #require(sent.first)
  }

  private typealias Sent = (event: TaskFlow.Event, step: TaskFlow.Step)

  @Test func `a button sends its event from the step of its page`() async throws {
    let rich = try await RichWorld()
    let (list, task) = (rich.house, rich.open)
    let added = try await press("/lists/\(list)/tasks", on: "/lists/\(list)", in: rich, typing: ["title": "New"])
    guard case .addedTasks(list, ListRows(), _?) = added.event else { throw Unexpected(event: added.event) }

    let completed = try await press("/tasks/\(task)/complete", on: "/lists/\(list)", in: rich)
    guard case .changedTask(task, list, _?) = completed.event else { throw Unexpected(event: completed.event) }
    #expect(completed.step == .list(list))

    let refreshed = try await press("/lists/\(rich.followed)/refresh", on: "/lists/\(rich.followed)", in: rich)
    #expect(refreshed.event == .refreshedList(rich.followed))
    #expect(refreshed.step == .list(rich.followed))

    let name = "/remote/\(rich.draft)/name"
    let named = try await FollowFlow.events {
      _ = try await rich.world.press(rich.world.form(at: name), typing: ["name": "Choir"])
    }
    guard case .named(_, _?) = named.first?.event else { throw Failure(.internal) }
    #expect(named.map(\.step) == [.form(.source(rich.draft, .takeName))])
  }

  @Test func `a step that has already ended sends the event that ends it`() async throws {
    let world = try await RichWorld().world
    let (list, source) = try await world.follow("https://band.example/tasks.ics")
    let sent = try await FollowFlow.events {
      let answer = try await world.get("/remote/\(source)")
      #expect(answer.location == "/lists/\(list)")
    }
    #expect(sent.map(\.event) == [.gaveAddressOf(list)])
    #expect(sent.map(\.step) == [.preview(source)])
  }

  private struct Unexpected: Error {
    let event: TaskFlow.Event
  }
}

/// The address of every form, formatted and parsed.
struct FormAddressTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let source = SourceID(8)
  private static let forms: [TaskFlow.Form] =
    commands.map { .command($0) } + [.follow(.begin), .importing(.upload)]
    + FollowFlow.SourceAction.allCases.map { .follow(.source(source, $0)) }
    + ImportFlow.FileAction.allCases.map { .importing(.file(UploadID(4), $0)) }

  private static let commands: [TaskCommand] =
    [
      .createList, .createSampleList, .saveFilter, .addToday, .add, .changeToday, .changeMatches, .undo(ChangeID(9)),
      .emptyTrash, .pressRow, .changeSettings, .changePassword, .revokeSession(SessionID(4)), .revokeSessions, .export,
      .removeAccount, .addTodayFeed, .discardDraft(SavedDraftID(2)),
    ] + TaskAction.allCases.map { .task(task, $0) } + ListAction.allCases.map { .list(list, $0) }
    + SectionAction.allCases.map { .section(SectionID(6), $0) }
    + CommentAction.allCases.map { .comment(CommentID(6), $0) }
    + TagAction.allCases.map { .tag(TagID(6), $0) }
    + SecretAction.allCases.map { .feed(FeedID(7), $0) }
    + MemberAction.allCases.map { .member(AccountID(3), of: list, $0) }
    + InvitationAction.allCases.map { .invitation(InvitationID(2), $0) } + [.join(LinkSecret())]
    + SharedPageAction.allCases.map { .sharedPage(SharedPageID(2), $0) }
    + [.makeIncomingAddress] + IncomingAddressAction.allCases.map { .incomingAddress(IncomingAddressID(7), $0) }
    + [.setReminders] + ChannelAddress.Kind.allCases.map { .addChannel($0) }
    + ChannelAction.allCases.map { .channel(ReminderChannelID(7), $0) }
    + [.addAppPassword] + SecretAction.allCases.map { .appPassword(AppPasswordID(7), $0) }

  @Test func `every form has an address of its own, which parses to that form`() {
    var patterns: [String] = []
    for form in Self.forms {
      let address = form.text
      #expect(TaskForm(address) == form)
      patterns.append(address.replacing(/\/(\d+|[\w-]{43})(?=\/|$)/, with: "/{}"))
    }
    let expected = TaskFlow.addresses.formPatterns.map { $0.replacing(/{\w+}/, with: "{}") }
    #expect(patterns.sorted() == expected.sorted())
  }

  @Test func `every form is part of a page of the flow`() {
    for form in Self.forms {
      let address = TaskFlow.addresses.address(of: form.step).text
      #expect(TaskFlow.addresses.step(at: address) == form.step)
    }
  }
}
