import StatePages
import Tasks

/// The addresses of the steps. No other file spells the address of a page.
extension TaskFlow {
  static let addresses: StepAddresses<Step> = StepAddresses {
    StepAddress("/", .home)
    StepAddress("/today", .todayPages, .flag("select"), .query("did"), .place) {
      .today(at: $3, pages: $0, selecting: $1, did: $2)
    } values: {
      if case .today(let view) = $0.page { (view.pages, view.isSelecting, $0.did, $0.place) } else { nil }
    }
    StepAddress("/upcoming", .upcoming, .query("did"), .place) {
      .upcoming($0, at: $2, did: $1)
    } values: {
      if case .upcoming(let view) = $0.page { (view, $0.did, $0.place) } else { nil }
    }
    StepAddress("/lists", .arranging(), .number("page"), .query("did"), .place) {
      Step(.overview(page: $1, $0), at: $3, did: $2)
    } values: {
      if case .overview(let page, let mode) = $0.page { (mode, page, $0.did, $0.place) } else { nil }
    }
    StepAddress(
      "/lists/{id}", .segment, .listMode, .listRows, .query("since"), .taken, .query(FormField.asOf),
      .query("did"), .place
    ) {
      .list($0, $1, at: $7, rows: $2, since: $3, taken: $4, asOf: $5, did: $6)
    } values: {
      if case .list(let list, let view) = $0.page {
        (list, view.mode, view.rows, view.since, view.taken, view.asOf, $0.did, $0.place)
      } else {
        nil
      }
    }
    StepAddress("/lists/{id}/take-along", .segment) {
      .takeAlong($0)
    } values: {
      if case .takeAlong(let list) = $0.page { list } else { nil }
    }
    StepAddress("/lists/{id}/history", .segment, .query("task"), .query("before")) {
      .history($0, of: $1, before: $2)
    } values: {
      if case .history(let list, let task, let before) = $0.page { (list, task, before) } else { nil }
    }
    StepAddress("/tasks/{id}", .segment, .number("page"), .number("comments"), .query("did"), .place) {
      .task($0, at: $4, page: $1, comments: $2, did: $3)
    } values: {
      if case .task(let task, let page, let comments) = $0.page {
        (task, page, comments, $0.did, $0.place)
      } else {
        nil
      }
    }
    StepAddress("/comments/{id}", .segment) {
      .comment($0)
    } values: {
      if case .comment(let comment) = $0.page { comment } else { nil }
    }
    StepAddress("/tasks/{id}/list", .segment, .query("did"), .place) {
      .listOf($0, at: $2, did: $1)
    } values: {
      if case .listOf(let task) = $0.page { (task, $0.did, $0.place) } else { nil }
    }
    StepAddress("/search", .search, .flag("select"), .query("did"), .place) {
      .search($0, selecting: $1, at: $3, did: $2)
    } values: {
      if case .search(let asked, let selecting) = $0.page { (asked, selecting, $0.did, $0.place) } else { nil }
    }
    StepAddress("/lists/{id}/export", .segment, .choice(FormField.format)) {
      .export(.list($0), as: $1)
    } values: {
      if case .export(.list(let list), let format) = $0.page { (list, format) } else { nil }
    }
    StepAddress("/search/export", .search, .choice(FormField.format)) {
      .export(.search($0), as: $1)
    } values: {
      if case .export(.search(let asked), let format) = $0.page { (asked, format) } else { nil }
    }
    StepAddress("/lists/{id}/feeds", .segment, .query("new"), .place) {
      .feeds(of: $0, new: $1, at: $2)
    } values: {
      if case .feeds(let list?, let new) = $0.page { (list, new, $0.place) } else { nil }
    }
    StepAddress("/lists/{id}/sharing", .segment, .query("did")) {
      Step(.sharing(of: $0), did: $1)
    } values: {
      if case .sharing(let list) = $0.page { (list, $0.did) } else { nil }
    }
    StepAddress("\(LinkSecret.folder)/{secret}", .segment) {
      .invitation($0)
    } values: {
      if case .invitation(let secret) = $0.page { secret } else { nil }
    }
    StepAddress("/settings/feeds", .query("new"), .place) {
      .feeds(new: $0, at: $1)
    } values: {
      if case .feeds(nil, let new) = $0.page { (new, $0.place) } else { nil }
    }
    StepAddress("/add", .lines("title"), .lines("text"), .lines("url"), .text("list"), .query("due")) {
      .add(SharedText(title: $0, text: $1, url: $2, list: $3, due: $4))
    } values: {
      if case .add(let shared) = $0.page {
        (shared.title, shared.text, shared.url, shared.list, shared.due)
      } else {
        nil
      }
    }
    StepAddress("/review", .review, .query("did"), .place) {
      .review($0, at: $2, did: $1)
    } values: {
      if case .review(let view) = $0.page { (view, $0.did, $0.place) } else { nil }
    }
    StepAddress("/tags", .number("page"), .query("did")) {
      Step(.tags(page: $0), did: $1)
    } values: {
      if case .tags(let page) = $0.page { (page, $0.did) } else { nil }
    }
    StepAddress("/tags/{id}", .segment) {
      .tag($0)
    } values: {
      if case .tag(let tag) = $0.page { tag } else { nil }
    }
    StepAddress("/trash", .number("page"), .query("did"), .place) {
      Step(.trash(page: $0), at: $2, did: $1)
    } values: {
      if case .trash(let page) = $0.page { (page, $0.did, $0.place) } else { nil }
    }
    StepAddress("/settings", .settings)
    for topic in SettingsTopic.allCases {
      StepAddress("/settings/\(topic.rawValue)", .choice("did"), .query("new"), .place) {
        .settings(topic, at: $2, did: $0, new: $1)
      } values: {
        if case .settingsTopic(topic, let did, let new) = $0.page { (did, new, $0.place) } else { nil }
      }
    }
    StepAddress("/settings/reminders", .choice("did"), .query("of"), .place) {
      Step(.reminders(did: $0, of: $1), at: $2)
    } values: {
      if case .reminders(let did, let channel) = $0.page { (did, channel, $0.place) } else { nil }
    }
    StepAddress("/settings/activity", .query("before")) {
      .activity(before: $0)
    } values: {
      if case .activity(let before) = $0.page { before } else { nil }
    }
    StepAddress("/operator", .number("page")) {
      .server(page: $0)
    } values: {
      if case .server(let page) = $0.page { page } else { nil }
    }
    StepAddress("/drafts/{id}", .segment) {
      .savedDraft($0)
    } values: {
      if case .savedDraft(let kept) = $0.page { kept } else { nil }
    }
    StepAddresses(at: "/", forms) {
      .form($0 as TaskCommand)
    } inner: {
      if case .form(let command) = $0.page { command } else { nil }
    }
    Mount("/remote", { _ in FollowFlow() }) {
      .follow($0)
    } inner: {
      if case .follow(let step) = $0.page { step } else { nil }
    } finish: {
      .followed($0)
    } request: {
      $0.sending($1)
    }
    Mount("/import", { _ in ImportFlow() }) {
      .importing($0)
    } inner: {
      if case .importing(let step) = $0.page { step } else { nil }
    } finish: {
      .leftImport($0)
    } request: {
      $0.sending($1)
    }
  }

  /// The links of every page, by the names that templates print: those of the bar and of the pages for failures.
  static let links = [
    "today": Step.today(), "upcoming": .upcoming(), "add": .add(), "overview": .overview(),
    "search": .search(SearchParameters()),
    "review": .review(), "trash": .trash(),
    "settings": .settings, "usage": .settings(.data, at: .usage), "follow": .follow(.address(nil)),
    "import": .importing(.file), "rows": Step(.form(.pressRow)),
  ].mapValues { addresses.address(of: $0).text }
}

extension TaskStep {
  /// The value of the field by which a form tells the step that it is sent from; see ``origin(at:)``. It is the same wherever the flow is
  /// mounted.
  var text: String { TaskFlow.addresses.address(of: self).text }

  /// The step that an address names, if a form can be sent from it and its page shows the effect; nil for any other, whose effect
  /// is shown in the list.
  static func origin(at address: String) -> Self? {
    guard !address.isEmpty, address.utf8.count <= PageAddress.mostBytes, let step = TaskFlow.addresses.step(at: address)
    else { return nil }
    return step.origin
  }

  /// The step that the forms of its page are sent from; nil where their effect is shown in the list.
  private var origin: Self? {
    switch page {
    case .tags: .tags()
    case .feeds(let list, _): .feeds(of: list)
    case .task(let task, let page, let comments): .task(task, page: page, comments: comments)
    case .today(let view): .today(pages: view.pages)
    case .upcoming(let view): .upcoming(view)
    case .search(let asked, _): .search(asked)
    case .review(let view): .review(view)
    case .list(let list, let view): .list(list, rows: view.rows, asOf: view.asOf)
    case _: nil
    }
  }

  /// The value of the field by which the forms of its page tell where they are sent from.
  var from: String {
    // Among selected results, too.
    if case .search = page { return Self(page).text }
    return (origin ?? self).text
  }

  /// The step at an address, or the step whose page has the form with that address; nil if there is neither.
  static func shown(at address: String) -> Self? {
    TaskFlow.addresses.step(at: address).map(\.shown)
  }

  /// The step, or the step whose page has the form.
  var shown: Self { form?.step ?? self }
}

extension TaskForm {
  var text: String {
    switch self {
    case .command(let command): TaskFlow.forms.address(of: command).text
    case .follow, .importing: TaskStep.form(self).text
    }
  }

  /// Reads the value of a field, or the address that a form is sent to.
  init?(_ text: String) {
    guard let form = TaskFlow.addresses.form(at: text)?.form else { return nil }
    self = form
  }
}

extension SearchParameters {
  /// The query of the search's address, from its first page on, by which a filter is saved.
  var filterQuery: String {
    let address = TaskStep.search(turned(to: 1).changing(nil)).text
    return address.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }

  /// The search with a query; nil if there is nothing to search for.
  init?(filterQuery query: String) {
    let search = TaskStep.search(SearchParameters()).text
    guard case .search(let asked, _)? = TaskFlow.addresses.step(at: "\(search)?\(query)")?.page, asked.isSearch else {
      return nil
    }
    self = asked.turned(to: 1).changing(nil)
  }
}
