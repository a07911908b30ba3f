import Mustache
import StateViews

/// The view of a state, whose reason's facts are tags of their own in its messages.
protocol StateView: TemplateView {
  /// The reason of the state, or the stage of its load.
  var shownReason: Reason? { get }
  var look: DisplaySettings { get }
}

/// The record of messages for a state of a screen.
struct StateWords: Sendable {
  /// The messages of a record: a sentence for a card or a row, which a panel shows, too; its heading; what else it tells.
  static let parts: Set = ["short", "title", "text"]

  /// The owners of the record, before all screens.
  let owners: [ViewName]
  let state: ViewName

  static let none = StateWords(owners: [], state: "")
}

/// The view of an empty state, or of one of a screen's own: the facts of its reason.
struct EmptyView: StateView {
  static let fields: [String: Field<EmptyView>] = ["facts": .facts { ($0.reason, $0.look) }, "words": .words(\.words)]
  let reason: Reason
  let look: DisplaySettings
  var words = StateWords.none

  var shownReason: Reason? { reason }
}

/// The view of a failed state, and of the notice that a refresh of content has failed.
struct FailedView: StateView {
  static let fields: [String: Field<FailedView>] = [
    "facts": .facts { ($0.failure.reason, $0.look) },
    "kind": .view { KindView(kind: $0.failure.kind) },
    "words": .words(\.words),
    "icon": .chosen(.icon, \.offer.icon),
    "request": .optional { $0.offer.showsRequest ? $0.failure.request : nil },
    "retry": .view(\.retry), "wait": .number(\.wait),
    "hasPrimary": .flag { $0.offer.actions.contains(where: \.isPrimary) },
    "primaries": .rows { FailureActionView.rows($0.offer.actions.filter(\.isPrimary)) },
    "hasActions": .flag { !$0.offer.actions.allSatisfy(\.isPrimary) },
    "actions": .rows { FailureActionView.rows($0.offer.actions.filter { !$0.isPrimary }) },
    "allActions": .rows { FailureActionView.rows($0.offer.actions) },
    "hasAny": .flag { !$0.offer.actions.isEmpty },
  ]
  let failure: Failure
  let look: DisplaySettings
  let words: StateWords
  /// Present if a retry can help.
  let retry: RetryForm?
  let offer: FailureActions

  init(
    _ failure: Failure, look: DisplaySettings, retry: FormAction?, words: StateWords = .none,
    offer: FailureActions = FailureActions()
  ) {
    (self.failure, self.look, self.words, self.offer) = (failure, look, words, offer)
    switch failure.retry {
    case .now, .after: self.retry = offer.offersRetry ? retry.map(RetryForm.init) : nil
    case .never: self.retry = nil
    }
  }

  var shownReason: Reason? { failure.reason }

  /// Seconds until a retry can help.
  private var wait: Int? {
    switch failure.retry {
    case .after(let duration) where offer.offersRetry: Int(duration.wholeSeconds)
    case .never, .now, .after: nil
    }
  }
}

/// The kind of a failure, as flags: `{{#kind.not-found}}`.
struct KindView: TemplateView {
  static let fields: [String: Field<KindView>] = Dictionary(
    uniqueKeysWithValues: Failure.Kind.allCases.map { kind in (kind.rawValue, .flag { $0.kind == kind }) })
  let kind: Failure.Kind
}

struct UnloadedView: TemplateView {
  static let fields: [String: Field<UnloadedView>] = ["retry": .view(\.retry), "words": .words(\.words)]
  let retry: RetryForm?
  let words: StateWords
}

/// The view of a skeleton: nothing beside the region's caption.
struct LoadingView: TemplateView {
  static let fields: [String: Field<LoadingView>] = [:]
}

/// The view of a status line: the facts of the load's stage.
struct StatusView: StateView {
  static let fields: [String: Field<StatusView>] = ["facts": .facts { ($0.stage, $0.look) }, "words": .words(\.words)]
  let stage: Reason?
  let look: DisplaySettings
  let words: StateWords

  var shownReason: Reason? { stage }
}

struct RetryForm: TemplateView {
  static let fields: [String: Field<RetryForm>] = [
    "get": .flag { $0.action.method == .get },
    "action": .address(.address) { view, catalogue in
      view.action.intent.flatMap { catalogue.address(of: $0) } ?? Address.checked(view.action.path)
    },
    "fields": .rows { $0.action.fields },
  ]
  let action: FormAction
}

extension FormAction.HiddenField: TemplateView {
  package static let fields: [String: Field<Self>] = ["name": .text(\.name), "value": .text(\.value)]
}

/// The facts of a reason, formatted for a look.
struct StateFacts: Sendable {
  private let facts: [String: Fact]

  init(_ reason: Reason) { facts = reason.facts }

  /// Text unchanged, addresses and those of intents with the base path, numbers as the language writes them, with a flag
  /// `<name>IsOne` for the singular, moments as a ``Moment``.
  func printed(for look: DisplaySettings, _ placeholders: MarkupPlaceholders) -> [String: any Sendable] {
    var printed: [String: any Sendable] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text(let text): printed[name] = text
      case .address, .intent:
        printed[name] = placeholders.catalogue.address(of: fact).map(placeholders.catalogue.basePath.address)
      case .number(let number, let most):
        printed[name] = PrintedNumber(placeholders.catalogue.numbers.count(number, upTo: most))
        printed[name + "IsOne"] = number == 1
      case .numeral(let number): printed[name] = placeholders.catalogue.numbers.text(number)
      case .moment(let seconds): printed[name] = TemplateContext(Moment(seconds, for: look), placeholders)
      }
    }
    return printed
  }

  var kinds: [String: FieldKind] {
    var kinds: [String: FieldKind] = [:]
    for (name, fact) in facts {
      switch fact {
      case .text: kinds[name] = .text
      case .address: kinds[name] = .address
      case .intent(let intent): kinds[name] = .intent(type(of: intent))
      case .number:
        kinds[name] = .number
        kinds[name + "IsOne"] = .flag
      case .numeral: kinds[name] = .text
      case .moment: kinds[name] = .view(Moment.self)
      }
    }
    return kinds
  }
}

extension Catalogue {
  /// The address of a fact, within the app; nil for a fact that is none.
  func address(of fact: Fact) -> String? {
    switch fact {
    case .address(let address): Address.checked(address)
    case .intent(let intent): intents.address(of: intent).text
    case .text, .number, .numeral, .moment: nil
    }
  }
}

/// The facts of a reason as tags of their own.
struct FactsContext: MustacheParent, Sendable {
  private let facts: [String: any Sendable]

  init(_ view: some StateView, _ placeholders: MarkupPlaceholders) {
    facts = view.shownReason.map { StateFacts($0).printed(for: view.look, placeholders) } ?? [:]
  }

  func child(named name: String) -> Any? { facts[name] }
}
