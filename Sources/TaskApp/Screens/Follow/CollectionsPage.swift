import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page for choosing one of a server's lists: the step for an address that leads to several.
enum CollectionsPage {
  /// The event that has already happened to a requested source: it is a single list.
  static func event(_ id: SourceID, for request: FollowRequest) async throws(Failure) -> FollowEvent? {
    let source = try await FollowPage.source(id, request.signedIn)
    let stored = try await collections(of: source, request.signedIn)
    guard stored.isEmpty, source.copy != nil, source.trouble == nil else { return nil }
    return source.list.map { .gaveAddressOf($0) } ?? .choseList(source.id)
  }

  /// The page. If the server's lists are not stored yet, they are fetched while it loads.
  static func page(_ id: SourceID, for request: FollowRequest) async throws(Failure) -> Page {
    let source = try await FollowPage.source(id, request.signedIn)
    return try await page(source, try await collections(of: source, request.signedIn), request)
  }

  static func collections(of source: Source, _ signedIn: SignedInRequest) async throws(Failure)
    -> [RemoteCollection]
  {
    return try await signedIn.store.collections(of: source.id)
  }

  static func page(
    _ source: Source, _ stored: [RemoteCollection], _ request: FollowRequest, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let signedIn = request.signedIn
    let lists = try lists(of: source, stored, signedIn, error)
    let step = FollowStep.lists(source.id)
    let caption = CollectionsScreen.Caption(
      host: source.address.host, action: request.action(.source(source.id, .chooseList)),
      changeHref: request.address(.wantsAnotherAddress, step))
    return Page(signedIn.layout(.followLists), for: signedIn.look, cacheKey: nil) {
      PagePart.piece("head", FollowHead(step: .lists))
      Region<CollectionsScreen>(
        "lists", lists, caption: caption, retry: .post(request.action(.source(source.id, .tryAgain))), placement: .page)
    }
  }

  /// The stored lists, or else a loader that fetches them.
  private static func lists(
    of source: Source, _ stored: [RemoteCollection], _ signedIn: SignedInRequest, _ error: FieldError?
  ) throws(Failure) -> Loader<CollectionsScreen.Content> {
    guard stored.isEmpty else { return Loader(.content(.init(collections: stored, error: error))) }
    let remote = RemoteLoader(source, signedIn, .init(size: PreviewScreen.taskCount), mayFetch: signedIn.mayFetch)
    try remote.requireNoneAhead()
    return remote.collections { CollectionsScreen.Content(collections: $0, error: error) }
  }
}
