import Foundation
import Hummingbird
import Logging
import StatePages
import StateViews
import TaskStore
import Tasks

extension SubmissionID {
  init(_ key: IdempotencyKey) { self.init(high: key.high, low: key.low) }
}

struct SignedInRequest: AppRequest {
  let anonymous: AnonymousRequest
  let reader: Reader
  /// The step that the reader is at: that of its page, or of the page with its form. What a link wants may depend on it.
  private(set) var step: TaskStep
  /// What was typed on the page of the pressed button. An undo reverts it together with the change of the button.
  var typed: TypedEdit?
  /// What keeps the page of a list up to date; nil for a page that is sent once.
  private(set) var live: LiveList?
  /// Where the intents of its pages lead: where the flow of the step is mounted.
  private(set) var intents: IntentAddresses

  init(anonymous: AnonymousRequest, reader: Reader) {
    (self.anonymous, self.reader) = (anonymous, reader)
    let (addresses, address) = (TaskFlow.addresses, anonymous.http.address)
    let found = anonymous.http.method == .post ? addresses.form(at: address) : addresses.step(at: address)
    step = (found ?? .overview()).shown
    intents = anonymous.app.flow.intents(at: found ?? .overview())
  }

  /// The request at a step of the flow that it was sent to.
  func at(_ step: TaskStep) -> Self {
    var request = self
    request.step = step.shown
    request.intents = intents.at(step)
    return request
  }

  /// The request at a page that is shown in place of that of its step, such as the page of a rejected form.
  func showing(_ page: TaskStep.Page) -> Self {
    var step = step
    step.page = page
    return at(step)
  }

  /// The request, for a flow whose intents lead there.
  func sending(_ intents: IntentAddresses) -> Self {
    var request = self
    request.intents = intents.or(self.intents)
    return request
  }

  /// Whether the request may fetch sources; a HEAD request may not.
  var mayFetch: Bool { http.method == .get }

  /// The key with which the server signs what comes back to it.
  var signingKey: Data { app.store.deviceKey }

  var look: DisplaySettings { reader.look }
  var quickAdd: QuickAddContext { reader.quickAdd }
  var accountName: String? { reader.name }
  var due: DueCounts { reader.due }
  var hasPausedChannel: Bool { reader.hasPausedChannel }
  var store: AccountStore<Failure> {
    var store = AccountStore(
      StoreAccess(store: app.store, logger: context.logger), for: reader.account, in: reader.look.timeZone)
    store.pending = typed?.pending
    return store
  }
  /// The version of what is read: that of the account's data, and its display settings.
  var version: PageVersion? { reader.version.map { PageVersion(reader.epoch, $0, reader.account, look.version) } }

  /// Whether nothing was written since the request was received.
  func versionHolds() async -> Bool {
    do {
      guard case .granted(let reader) = try await anonymous.access() else { return false }
      return SignedInRequest(anonymous: anonymous, reader: reader).version == version
    } catch {
      return false
    }
  }

  func listHeader(_ list: ListID) async throws(Failure) -> ListHeaderData {
    try await store.listHeader(list, now: reader.dueNow)
  }

  func submission(_ form: FormBody) throws(RequestProblem) -> SubmissionID {
    _ = try form.version()
    return SubmissionID(form.idempotencyKey(of: http, version: FormField.version, ignoring: FormField.unkeyed))
  }

  /// The id of one of the things that a form does: that it does not share with the others, as if it came from a form of its own.
  func submission(_ form: FormBody, of part: TaskCommand) throws(RequestProblem) -> SubmissionID {
    _ = try form.version()
    let ignored = FormField.unkeyed.union([FormField.version])
    return SubmissionID(
      IdempotencyKey(
        path: part.text, version: form[FormField.version], fields: form.fields.filter { !ignored.contains($0.name) }))
  }

  /// The change that the step reports; nil if it was undone, or is older than ``Limits/undoWindow``.
  func recentChange() async throws(Failure) -> RecentChange? {
    try await lastChange(step.did?.last).flatMap { $0.undone ? nil : RecentChange($0, for: look) }
  }

  /// The change that the step reports, and the rows that stay on its page. A rejected form reports none.
  func recentChanges() async throws(Failure) -> (change: RecentChange?, rows: RowStates) {
    var pressed: PressedRow?
    if let anchor = step.rowAnchor { pressed = try await PressedRow(at: anchor, for: self) }
    guard let did = step.did, let last = try await lastChange(did.last) else {
      return (nil, states(of: [], pressed: pressed))
    }
    let rows = try await store.changedRows(from: did.first, to: did.last)
    return (last.undone ? nil : RecentChange(last, for: look), states(of: rows, pressed: pressed))
  }

  /// What rows show beside their tasks.
  func states(of changed: [ChangedRow], pressed: PressedRow? = nil) -> RowStates {
    var states = RowStates(changed, pressed: pressed)
    states.tagColors = reader.tagColors
    return states
  }

  /// The last change on a page, undone or not; nil if it is older than ``Limits/undoWindow``.
  private func lastChange(_ did: ChangeID?) async throws(Failure) -> Change? {
    guard let did,
      let change = try await store.ifThere({ store in try await store.change(did) })
    else { return nil }
    let age = Double(reader.look.now) - change.at.timeIntervalSince1970
    // What an app did is reported by the next page, however late.
    return age > Double(Limits.undoWindow.components.seconds) && change.app == nil ? nil : change
  }

  /// Responds with the page of a step, or with a redirect if an event has already happened there.
  func page(at step: TaskStep) async throws -> Response {
    let flow = app.flow
    if let response = try await flow.mountedRedirect(at: step, for: self) { return response }
    if let shown = try await tellingDeletion(at: step) { return .seeOther(intents.address(ofStep: shown)) }
    if let event = try await flow.redirect(at: step, for: self) { return await redirect(after: event, at: step) }
    if case .export(let subject, let format?) = step.page {
      return try await ExportFile.send(subject, as: format, to: self)
    }
    if case .takeAlong(let list) = step.page { return try await TakeAlongFile.send(list, to: self) }
    let live = liveList()
    return await page { () async throws(Failure) in
      var request = self
      if let live {
        // Made again: whoever has signed out meanwhile, or was removed, sees no more.
        switch try await anonymous.access() {
        case .granted(let reader): request = SignedInRequest(anonymous: anonymous, reader: reader)
        case .signedOut(let why): return anonymous.signIn.gate(why, next: address)
        }
        request.live = live
      }
      var page = try await flow.presentedPage(at: step, for: request)
      // What has just been done is reported for a while only.
      page.isKept = page.isKept && step.did == nil
      return page
    }
  }

  /// Whether the account begins with Today: a task has a date, or there is no task at all yet.
  func beginsWithToday() async throws(Failure) -> Bool {
    if reader.due.hasDates { return true }
    return try await !store.hasTasks()
  }

  /// The step with what an app has deleted since the account's last page; nil if there is nothing to tell, or no place for it.
  private func tellingDeletion(at step: TaskStep) async throws(Failure) -> TaskStep? {
    guard http.method == .get, !isPrefetch, step.did == nil, step.reporting(ChangeID(0)) != step,
      app.appDeletions.take(reader.account), let change = try await store.lastDeletionByApp()
    else { return nil }
    return step.reporting(change)
  }

  /// With the page that the flow shows its step beside.
  func presented(_ page: Page) async -> Page { await app.flow.presented(page, at: step, for: self) }

  /// Where an intent leads, for addresses that are no field of a view.
  func address(of intent: TaskIntent) -> String { intents.address(of: intent).text }

  func address(of intent: some Intent) -> String { intents.address(of: intent).text }

  /// The form of a button that has something done.
  func action(_ command: TaskCommand) -> String { address(of: .command(command)) }

  /// The form that requests where an intent leads.
  func form(for intent: TaskIntent) -> FormAction { intents.address(of: intent).form }

  /// The form that requests the page again.
  var retry: FormAction { form(for: .reload) }

  /// The value of the field by which the forms of the page tell where they are sent from.
  var from: String { step.from }

  /// The value of that field for another page.
  func from(_ intent: TaskIntent) -> String { app.flow.next(for: intent, at: step).from }

  /// Redirects to the step after an event of the flow that is mounted at the request's step.
  func redirect(after event: some Intent) -> Response { intents.redirect(after: event) }

  /// Redirects to the step after an event.
  /// - Parameter rowTop: where the row of the event stays in the window; see ``RowAnchor``.
  func redirect(after event: TaskEvent, at step: TaskStep, rowTop: Int? = nil) async -> Response {
    .seeOther(await destination(after: event, at: step, rowTop: rowTop))
  }

  /// The address of the step after an event. In a long list, it names the page with the row that the event was about.
  func destination(after event: TaskEvent, at step: TaskStep, rowTop: Int? = nil) async -> PageAddress {
    EventRecorder.current?.note(event, at: step)
    let next = app.flow.step(after: event, at: step).holdingRow(at: rowTop)
    let reporting = await reportingSaved(at: next, after: event).keepingRows(of: pageOfButton)
    return intents.address(ofStep: await onPage(reporting))
  }

  /// The step with the page that has its row or card.
  func onPage(_ step: TaskStep) async -> TaskStep { await step.onPage(of: rows, orOf: pageNumber) }

  /// The step, whose undo also reverts what was saved before the event. If nothing was left to do after it, its undo reverts what
  /// was saved alone: the change that it reports is then an earlier one, or none.
  private func reportingSaved(at next: TaskStep, after event: TaskEvent) async -> TaskStep {
    let saved = typed?.saved ?? []
    guard let last = saved.max() else { return next }
    guard let did = next.did?.last, did > last else {
      await join(saved)
      return next.reporting(last)
    }
    // What an undo leads to is not undone with it.
    if case .undid = event { return next }
    await join(saved + [did])
    return next
  }

  /// All is written already, so a failure leaves changes that are undone one by one.
  func join(_ changes: [ChangeID]) async {
    do {
      try await store.join(changes)
    } catch {
      context.logger.warning("changes of one form can't be undone together", metadata: ["error": "\(error)"])
    }
  }

  /// The page of the overview that has a list; the first if that can't be read.
  private func pageNumber(of list: ListID) async -> Int {
    do {
      let place = try await store.place(of: list)
      return place?.page(of: look.listRows) ?? 1
    } catch {
      return 1
    }
  }

  /// The rows of a list that show added tasks. A single one is on the page whose field it was typed into. Of several, it is the page
  /// of the last one, or the first one if the list or section begins with them.
  func rows(with added: [TaskID], in list: ListID, _ section: SectionID?) async -> ListRows {
    var rows = ListRows(section: section)
    guard let first = added.first, let last = added.last, first != last else {
      rows.page = shownPage(of: list) ?? 1
      return rows
    }
    do {
      if let place = try await store.openPlace(of: first, in: list, section: ShownSection(section)), place.before == 0 {
        return rows
      }
    } catch {
      return rows
    }
    return await self.rows(with: last, in: list, rows, nil) ?? rows
  }

  /// The rows of a list that have a task, those of its section where the whole list doesn't show it; nil if the list has it not. The write
  /// succeeded, so an error is not reported.
  private func rows(with task: TaskID, in list: ListID, _ shown: ListRows, _ did: RecentChanges?) async -> ListRows? {
    do {
      let changed = if let did { try await store.changedRows(from: did.first, to: did.last) } else { [ChangedRow]() }
      return try await store.taskPlace(of: task, in: list, section: shown.section, including: changed)
        .map { shown.showing($0, for: look) }
    } catch {
      return nil
    }
  }

  /// The page of a list that has the pressed button; nil if that was on another page.
  private func shownPage(of list: ListID) -> Int? {
    guard case .list(list, let view)? = pageOfButton?.page, view.mode == .using else { return nil }
    return view.rows.page
  }
}
