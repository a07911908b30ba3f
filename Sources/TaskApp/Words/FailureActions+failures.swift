import StatePages
import StateViews

extension FailureActions {
  /// What a failure offers on a screen of the app. This is the only place that knows the ways on from a failure.
  static func of(_ screen: ViewName, _ failure: Failure) -> FailureActions {
    guard screen != ProblemScreen.name else { return onPage(of: failure) }
    guard screen != ImportResultScreen.name else { return onImport(of: failure) }
    var offer = inPanel(of: failure, onCard: screen == RemoteCardScreen.name)
    offer.icon = offer.icon.isEmpty ? icon("octagon") : offer.icon
    return offer
  }

  private static func inPanel(of failure: Failure, onCard: Bool) -> FailureActions {
    let facts = failure.reason.facts
    switch (failure.kind, failure.reason.name) {
    case (.sourceFailed, "several-lists"):
      return FailureActions(
        icon: icon("globe"), actions("choose-list", at: facts["lists"], onCard ? .button : .primary, isPrimary: true),
        offersRetry: false, showsRequest: false)
    case (.sourceFailed, "sign-in-needed"), (.sourceFailed, "wrong-password"):
      return FailureActions(
        actions("enter-password", at: facts["address"], "#source-user", isPrimary: true), showsRequest: !onCard)
    case (.sourceFailed, "denied"), (.sourceFailed, "sign-in-unknown"), (.sourceFailed, "sign-in-unnamed"):
      return FailureActions(actions("change-address", at: facts["address"], isPrimary: true), showsRequest: !onCard)
    case (.sourceFailed, "busy-there") where facts["until"] != nil:
      return FailureActions(actions("change-address", at: facts["address"]), offersRetry: false, showsRequest: !onCard)
    case (.unavailable, "no-turn"):
      return FailureActions(
        icon: icon("clock"), actions("change-address", at: facts["address"], .link), showsRequest: false)
    case (.unavailable, "stopping"): return FailureActions(showsRequest: false)
    case (.forbidden, _): return FailureActions([.overview(.link)])
    case (.gone, _): return FailureActions([FailureAction("look-in-trash", .link(.openTrash), .link)])
    case (.notFound, _): return FailureActions([.overview(.link), .trash(.link)])
    case (_, _):
      let isFinal = failure.retry == .never
      var actions = actions("change-address", at: facts["address"], isFinal ? .button : .link)
      if isFinal, actions.isEmpty { actions = [.overview(.link)] }
      return FailureActions(actions, showsRequest: actions.isEmpty || !onCard)
    }
  }

  /// What it offers on a page that it takes the place of.
  private static func onPage(of failure: Failure) -> FailureActions {
    let facts = failure.reason.facts
    var offer = FailureActions(icon: icon("octagon"), [.overview()])
    switch (failure.kind, failure.reason.name) {
    case (.gone, "answered"): offer.icon = icon("check")
    case (.gone, _):
      offer.icon = icon("trash")
      offer.actions =
        actions("restore", at: facts["restore"], .primary, posts: true, isPrimary: true) + [.trash(), .overview()]
    case (.conflict, "changed-since"):
      offer.actions = actions("open-task", at: facts["task"]) + actions("open-list", at: facts["list"]) + [.overview()]
    case (.notFound, "not-found"), (.conflict, "not-undoable"): offer.actions = [.overview(), .trash()]
    case (.notFound, "import-gone"):
      offer.actions = [FailureAction("start-again", .link(.importLists), .primary), .overview()]
    case (.notFound, "preview-gone"):
      offer.actions = [FailureAction("follow", .link(.followList), .primary), .overview()]
    case (.forbidden, "missing-host"), (.forbidden, "unknown-host"): offer.actions = []
    case (.forbidden, "sign-up-closed"):
      offer.actions = [FailureAction("sign-in", .link(.openLists()))]
      offer.showsRequest = false
    case (.invalid, "request-unreadable"), (.unavailable, "stopping"): offer.showsRequest = false
    case (.invalid, "storage-full"), (.invalid, "too-many-sources"), (.invalid, "too-many-stored-lists"),
      (.invalid, "too-many-stored-tasks"):
      offer.actions = [.trash(.primary), FailureAction("usage", .link(.openUsage)), .overview()]
    case (_, _): break
    }
    return offer
  }

  /// What it offers where an import was to be, beside the way back to the preview.
  private static func onImport(of failure: Failure) -> FailureActions {
    switch (failure.kind, failure.reason.name) {
    case (.invalid, "storage-full"), (.invalid, "too-many-stored-lists"), (.invalid, "too-many-stored-tasks"):
      FailureActions(icon: icon("octagon"), [.trash(.primary), FailureAction("usage", .link(.openUsage))])
    case (.invalid, _): FailureActions(icon: icon("octagon"), [.overview(.primary)])
    case (_, _): FailureActions(icon: icon("octagon"))
    }
  }

  private static func icon(_ name: String) -> String { "components/icons/\(name)" }

  /// The way to what a fact names; none without the fact.
  private static func actions(
    _ name: String, at fact: Fact?, _ place: String = "", _ style: FailureAction.Style = .button, posts: Bool = false,
    isPrimary: Bool = false
  ) -> [FailureAction] {
    fact.map { [FailureAction(name, $0, at: place, style, posts: posts, isPrimary: isPrimary)] } ?? []
  }

  private static func actions(
    _ name: String, at fact: Fact?, _ style: FailureAction.Style, posts: Bool = false, isPrimary: Bool = false
  )
    -> [FailureAction]
  { actions(name, at: fact, "", style, posts: posts, isPrimary: isPrimary) }
}

extension FailureAction {
  fileprivate static func overview(_ style: Style = .button) -> FailureAction {
    FailureAction("overview", .link(.openLists()), style)
  }
  fileprivate static func trash(_ style: Style = .button) -> FailureAction {
    FailureAction("trash", .link(.openTrash), style)
  }
}
