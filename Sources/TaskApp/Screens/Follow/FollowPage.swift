import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// The pages for following a remote list, one for each step.
enum FollowPage {
  /// The event that has already happened to a requested source: it is followed, or leads to several lists.
  static func event(_ id: SourceID, isPreview: Bool, for request: SignedInRequest) async throws(Failure) -> FollowEvent?
  {
    let source = try await source(id, request)
    if let list = source.list { return .gaveAddressOf(list) }
    if isPreview, case .severalLists? = source.ongoingFailure?.failure, source.wanted == nil {
      return .foundLists(source.id)
    }
    return nil
  }

  static func source(_ id: SourceID, _ request: SignedInRequest) async throws(Failure) -> Source {
    do {
      return try await request.store.withStoreErrors.source(id)
    } catch .notFound {
      throw Failure(.notFound, "preview-gone")
    } catch {
      throw request.store.failure(error)
    }
  }

  /// The page with the form for an address: of a new list, or of an existing source.
  static func address(of id: SourceID?, for request: SignedInRequest) async throws(Failure) -> Page {
    guard let id else { return try await address(nil as Source?, request) }
    return try await address(try await source(id, request), request)
  }

  /// The page with the form for an address, after an address was rejected.
  static func address(
    _ source: Source?, _ request: SignedInRequest, typed: String? = nil, user: String = "", error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let list = try await list(of: source, request)
    let form = FollowAddressForm(
      action: request.address(of: FollowIntent.giveAddress(of: source?.id)),
      value: typed ?? source?.address.shown ?? "",
      place: source?.address.place, user: user, hasLogin: source?.address.hasLogin == true, changing: list,
      cancelHref: source.map { source in
        request.address(of: source.list.map { FollowIntent.openList($0) } ?? .goBack)
      } ?? request.address(of: .openLists()), error: error)
    return Page(
      request, list == nil ? .follow : .changeAddress, name: list?.name
    ) {
      FollowHead(step: .address, changing: list)
      PagePart.piece("follow-form", form)
    }
  }

  static func preview(_ id: SourceID, for request: SignedInRequest) async throws(Failure) -> Page {
    let source = try await source(id, request)
    let loader = RemoteLoader(
      source, request, .init(size: PreviewScreen.taskCount), mayFetch: request.mayFetch, offersChoice: true)
    let stored = try await loader.stored()
    var caption = SourceCaption(source, for: request.look)
    caption.changeHref = request.address(of: FollowIntent.changeAddress)
    caption.nextHref = request.address(of: FollowIntent.accept)
    return Page(request, .followPreview, isKept: false) {
      FollowHead(step: .preview)
      loader.region(
        "preview", over: stored, caption: caption,
        retry: .post(request.address(of: FollowIntent.tryAgain(source.id))),
        placement: .page
      ) { copy in
        PreviewScreen.Content(copy.copy, copy.preview)
      } as Region<PreviewScreen>
    }
  }

  static func name(_ id: SourceID, for request: SignedInRequest) async throws(Failure) -> Page {
    try await name(try await source(id, request), request)
  }

  /// The page with the form for the list's name, after a name was rejected.
  static func name(
    _ source: Source, _ request: SignedInRequest, typed: String? = nil, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let form = FollowNameForm(
      action: request.address(of: FollowIntent.name(source.id)),
      state: NameState(typed ?? source.suggestedName, error), place: source.address.place,
      backHref: request.address(of: FollowIntent.goBack))
    return Page(request, .followName) {
      FollowHead(step: .name)
      PagePart.piece("follow-form", form)
    }
  }

  /// The list that follows a source; nil if none does yet.
  private static func list(of source: Source?, _ request: SignedInRequest) async throws(Failure) -> ListSummary? {
    guard let list = source?.list else { return nil }
    return try await request.store.list(list)
  }
}

extension Source {
  /// The suggested name for a list: the source's title, its file name, or its host.
  var suggestedName: String {
    if let title = copy?.title { return title }
    let file = address.fileName.map { $0.prefix { $0 != "." } } ?? ""
    return file.isEmpty ? address.host : String(file)
  }
}

/// The page for choosing one of a server's lists: the step for an address that leads to several.
enum CollectionsPage {
  /// The event that has already happened to a requested source: it is a single list.
  static func event(_ id: SourceID, for request: SignedInRequest) async throws(Failure) -> FollowEvent? {
    let source = try await FollowPage.source(id, request)
    let stored = try await collections(of: source, request)
    guard stored.isEmpty, source.copy != nil, source.ongoingFailure == nil else { return nil }
    return source.list.map { .gaveAddressOf($0) } ?? .choseList(source.id)
  }

  /// The page. If the server's lists are not stored yet, they are fetched while it loads.
  static func page(_ id: SourceID, for request: SignedInRequest) async throws(Failure) -> Page {
    let source = try await FollowPage.source(id, request)
    return try await page(source, try await collections(of: source, request), request)
  }

  static func collections(of source: Source, _ request: SignedInRequest) async throws(Failure)
    -> [RemoteCollection]
  { return try await request.store.collections(of: source.id) }

  static func page(
    _ source: Source, _ stored: [RemoteCollection], _ request: SignedInRequest, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let lists = try lists(of: source, stored, request, error)
    let caption = SourceCaption(
      host: source.address.host, changeHref: request.address(of: FollowIntent.changeAddress),
      action: request.address(of: FollowIntent.chooseList(of: source.id)))
    return Page(request, .followLists, isKept: false) {
      FollowHead(step: .lists)
      Region<CollectionsScreen>(
        "lists", lists, caption: caption,
        retry: .post(request.address(of: FollowIntent.tryAgain(source.id))), placement: .page)
    }
  }

  /// The stored lists, or else a loader that fetches them.
  private static func lists(
    of source: Source, _ stored: [RemoteCollection], _ request: SignedInRequest, _ error: FieldError?
  ) throws(Failure) -> Loader<CollectionsScreen.Content> {
    guard stored.isEmpty else { return Loader(.content(.init(collections: stored, error: error))) }
    let remote = RemoteLoader(source, request, .init(size: PreviewScreen.taskCount), mayFetch: request.mayFetch)
    try remote.requireNoneAhead()
    return remote.collections { CollectionsScreen.Content(collections: $0, error: error) }
  }
}

/// The head of the pages for following a remote list, or changing its address.
struct FollowHead: Piece {
  static let template = "follow/head"
  static let fields: [String: Field<FollowHead>] = [
    "changing": .view { $0.changing.map(FollowedList.init) },
    "allHref": .link { _ in .openLists() },
    "atAddress": .flag { $0.step == .address },
    "atLists": .flag { $0.step == .lists },
    "atPreview": .flag { $0.step == .preview },
    "atName": .flag { $0.step == .name },
  ]
  let step: Stage
  /// The list being changed; nil for a new one.
  var changing: ListSummary?

  /// How far the reader has come.
  enum Stage { case address, lists, preview, name }
}

struct FollowedList: TemplateView {
  static let fields: [String: Field<FollowedList>] = [
    "listName": .text(\.list.name),
    "listHref": .link { .openList($0.list.id) },
  ]
  let list: ListSummary
}

struct FollowAddressForm: Piece {
  static let template = "follow/address"
  static let fields: [String: Field<FollowAddressForm>] = [
    "action": .address(\.action), "value": .text(\.value), "place": .optional(\.place), "user": .text(\.user),
    "hasLogin": .flag(\.hasLogin),
    "changing": .view { $0.changing.map(FollowedList.init) },
    "cancelHref": .address(\.cancelHref), "error": .view(\.error),
  ]
  let action: String
  /// The typed address, or the current one; never contains a secret.
  var value = ""
  /// The part of the current address that is safe to show.
  var place: String?
  /// The typed user name for the source; never the stored one.
  var user = ""
  /// Whether a user name or a password is stored for the source.
  var hasLogin = false
  /// The list being changed; nil for a new one.
  var changing: ListSummary?
  let cancelHref: String
  var error: FieldError?
}

struct FollowNameForm: Piece {
  static let template = "follow/name"
  static let fields: [String: Field<FollowNameForm>] = NameState.tags(
    at: \.state, ids: "list-", hints: [.name],
    and: ["action": .address(\.action), "place": .text(\.place), "backHref": .address(\.backHref)])
  let action: String
  let state: NameState
  /// The part of its address that is safe to show.
  let place: String
  let backHref: String
}
