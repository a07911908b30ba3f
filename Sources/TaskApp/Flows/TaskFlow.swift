import StatePages
import StateViews
import Tasks

typealias TaskStep = TaskFlow.Step
typealias TaskEvent = TaskFlow.Event
typealias TaskForm = TaskFlow.Form

/// The app's flow: the step after each event. Extensions define the address and the page of each step.
struct TaskFlow: PageFlow {
  /// What a reader did at a step. The events of a form carry its change, which is nil if nothing was left to do.
  enum Event: Hashable, Sendable {
    /// The reader wants something that a link or a button offers.
    case wants(TaskIntent)
    /// The page of a form was requested by its address.
    case requested(TaskCommand)
    /// The app was opened; with Today, once a task has a due day.
    case opened(withToday: Bool)
    case followed(FollowFlow.Finish)
    case leftImport(ImportFlow.Finish)

    case createdList(ListID, ChangeID?)
    /// A list was renamed, restored, cleared of completed tasks, or changed in another way that its page shows as a whole.
    case changedList(ListID, ChangeID?)
    case movedList(ListID, ChangeID?)
    case pickedList(ListID)
    case pickedTask(TaskID, in: ListID)
    case deletedList(ChangeID?)
    /// Tasks were added. The page of the list shows them.
    case addedTasks(to: ListID, ListRows, ChangeID?)
    /// Boxes of a list were sent, perhaps with a task to add. The page tells what was changed since the revision that they were based on.
    case tickedTasks(in: ListID, ListRows, since: ChangeID?, ChangeID?)
    case addedToday(ChangeID?)
    /// Steps were added to a task; the page has the last of them.
    case addedSubtasks(to: TaskID, page: Int, ChangeID?)
    /// A comment was added, edited or deleted.
    case commented(on: TaskID, ChangeID?)
    /// A task was edited, completed, put on another day, moved to another list, deleted, or changed in another way that its row shows.
    case changedTask(TaskID, in: ListID, ChangeID?)
    /// A task was made what it was at a moment, on the page of its list at that moment.
    case broughtBack(TaskID, in: ListID, asOf: LocalMinute, ChangeID?)
    case movedTask(TaskID, in: ListID, ChangeID?)
    /// A line of a task's notes, or one of its tags, was set by a press on its page, which goes on there beside a page of its subtasks.
    case changedOnPage(of: TaskID, at: Step.ElementID?, page: Int, ChangeID?)
    /// The reader asked for the full menu of a row.
    case openedMenu(TaskID, in: ListID)
    /// A section was added, folded or unfolded.
    case changedSection(SectionID?, in: ListID, ChangeID?)
    case renamedSection(SectionID, in: ListID, ChangeID?)
    case pickedSection(SectionID, in: ListID)
    case movedSection(SectionID, in: ListID, ChangeID?)
    /// A copy of a list was made. Its name can be changed at once.
    case duplicatedList(ListID, ChangeID?)
    case changedTasks(in: ListID, ChangeID?)
    /// A tag was renamed, to the first value, or removed.
    case changedTag(Tag?, ChangeID?)
    /// Several tasks were changed at once on Today; the first value is the task, if it was only one.
    case changedToday(TaskID?, ChangeID?)
    /// Several results of a search were changed at once.
    case changedMatches(ChangeID?)
    /// The reader looks at a list in another way, to arrange it or not.
    case changedPreferences(of: ListID, arranging: Bool)
    case refreshedList(ListID)
    case undid(UndoTarget, ChangeID?)
    case emptiedTrash
    case changedAccount(CompletedAction?)
    /// A calendar feed was made, renewed, ended or resumed; its page shows a new address.
    case changedFeed(FeedID, isNew: Bool)
    case changedAppPassword(AppPasswordID, isNew: Bool)
    case setReminders
    /// A channel was made, tested, ended or resumed; its page shows a new secret.
    case changedChannel(ReminderChannelID, hasSecret: Bool)
    /// A mail address at which mails become tasks was made, replaced, ended or resumed.
    case changedIncomingAddress
    /// An account was invited to a list, or a member got another role or was removed.
    case changedSharing(of: ListID, ChangeID?)
    /// An invitation was accepted. Its list is one of the reader's now.
    case joinedList(ListID, ChangeID?)
    /// A list was left, or an invitation declined.
    case declinedList(ChangeID?)
    case discardedDraft
    case signedIn(AfterSignIn)
    case signedOut
  }

  /// An event leads to the page and place that show its effect. A row that was changed on Today is shown there, any other in its
  /// list. An event without meaning at a step shows that step again.
  func after(_ event: Event, at step: Step) -> Outcome<Step, Never> { .show(next(after: event, at: step)) }

  private func next(after event: Event, at step: Step) -> Step {
    switch event {
    case .wants(let intent): self.next(for: intent, at: step)
    case .requested(let command): command.step
    case .opened(let withToday): withToday ? .today() : .overview()
    case .followed(.list(let list, let change)): .list(list, did: RecentChanges(change))
    case .leftImport(.cancelled): .overview()
    case .createdList(let list, let change): .list(list, at: .newTask, did: RecentChanges(change))
    case .changedList(let list, let change): .list(list, did: RecentChanges(change))
    case .changedSharing(let list, let change): .sharing(of: list, did: change)
    case .joinedList(let list, let change): .list(list, did: RecentChanges(change))
    case .declinedList(let change): .overview(did: change)
    case .pickedList(let list): .overview(.arranging(list), at: .card(list))
    case .movedList(let list, let change):
      .overview(.arranging(change == nil ? list : nil), at: .card(list), did: change)
    case .deletedList(let change): .overview(did: change)
    case .addedTasks(let list, let rows, let change): .list(list, at: .newTask, rows: rows, did: RecentChanges(change))
    case .tickedTasks(let list, let rows, let since, let change):
      .list(list, at: .openTasks, rows: rows, since: since, did: RecentChanges(change))
    case .addedToday(let change): added(change, at: step)
    case .addedSubtasks(let task, let page, let change):
      .task(task, at: .newSubtask, page: page, did: RecentChanges(change))
    case .commented(let task, let change): .task(task, at: .newComment, did: RecentChanges(change))
    case .changedTask(let task, let list, let change): changedRow(of: task, in: list, change, at: step)
    case .changedOnPage(let task, let place, let page, let change):
      .task(task, at: place, page: page, did: RecentChanges(change))
    case .broughtBack(let task, let list, let minute, let change):
      .list(list, at: .row(task), asOf: minute, did: RecentChanges(change))
    case .openedMenu(let task, let list): menu(of: task, in: list, at: step)
    case .pickedTask(let task, let list): picked(task, in: list, at: step)
    // Where nothing was left to do, the task is still picked.
    case .movedTask(let task, let list, let change):
      .list(list, .arranging(change == nil ? task : nil), at: .row(task), did: RecentChanges(change))
    case .changedSection(let section, let list, let change):
      .list(list, at: section.map { .heading($0) }, did: RecentChanges(change))
    case .renamedSection(let section, let list, let change):
      .list(list, rows: ListRows(section: section), did: RecentChanges(change))
    case .pickedSection(let section, let list): .list(list, .movingSection(section), at: .heading(section))
    case .movedSection(let section, let list, let change):
      .list(
        list, change == nil ? .movingSection(section) : .arranging(), at: .heading(section), did: RecentChanges(change))
    case .duplicatedList(let list, let change): .list(list, .renaming, did: RecentChanges(change))
    case .changedTasks(let list, let change): .list(list, at: .openTasks, did: RecentChanges(change))
    case .changedToday(let task, let change): today(task, change, at: step)
    case .changedMatches(let change): matches(change, at: step)
    case .changedTag(let tag, let change): tag.map { .tagged($0, did: change) } ?? .tags(did: change)
    case .changedPreferences(let list, let arranging): .list(list, arranging ? .arranging() : .using)
    case .refreshedList(let list): refreshed(list, at: step)
    case .undid(let place, let change): shown(place, change, at: step)
    case .emptiedTrash: .trash()
    case .changedAccount(let action): .settings(action?.topic ?? .account, did: action)
    case .changedFeed(let feed, let isNew): feeds(at: step, feed, isNew: isNew)
    case .changedAppPassword(let id, let isNew):
      isNew ? .settings(.apps, at: .newAppPassword, new: id) : .settings(.apps, at: .appPassword(id))
    case .setReminders: .reminders(did: .settingsSaved)
    case .changedChannel(let id, let hasSecret):
      Step(.reminders(did: nil, of: id), at: hasSecret ? .channelSecret : .channel(id))
    case .changedIncomingAddress: Step(.reminders(did: nil, of: nil), at: .incomingMail)
    case .signedIn(let next): next.step ?? .home
    case .discardedDraft, .signedOut: .overview()
    }
  }
}
