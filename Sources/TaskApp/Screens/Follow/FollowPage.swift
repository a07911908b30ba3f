import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The pages on which somebody comes to follow a list from elsewhere: one for each step of ``FollowFlow``.
enum FollowPage {
  /// `GET /remote/new`
  @Sendable static func new(_ visit: Visit) async -> Response {
    await visit.page { () async throws(Failure) in try await address(nil, visit) }
  }

  /// `GET /remote/{id}/address`
  @Sendable static func changeAddress(_ visit: Visit) async throws -> Response {
    let id: SourceID = try visit.id()
    return await visit.page { () async throws(Failure) in try await address(try await source(id, visit), visit) }
  }

  /// `GET /remote/{id}`: looks at the source while the page loads.
  @Sendable static func preview(_ visit: Visit) async throws -> Response {
    let source = try await source(try visit.id(), visit)
    if let list = source.list { return visit.went(.gaveAddressOf(list), from: .preview(source.id)) }
    if case .severalLists? = source.trouble?.failure, source.wanted == nil {
      return visit.went(.foundLists(source.id), from: .preview(source.id))
    }
    return await visit.page { () async throws(Failure) in try await preview(source, visit) }
  }

  /// `GET /remote/{id}/name`
  @Sendable static func name(_ visit: Visit) async throws -> Response {
    let source = try await source(try visit.id(), visit)
    if let list = source.list { return visit.went(.gaveAddressOf(list), from: .name(source.id)) }
    return await visit.page { () async throws(Failure) in try await name(source, visit) }
  }

  static func source(_ id: SourceID, _ visit: Visit) async throws(Failure) -> Source {
    let account = visit.reader.account
    do {
      return try await visit.app.store.source(id, for: account)
    } catch .notFound {
      throw Failure(.notFound, "preview-gone")
    } catch {
      throw visit.store.failure(error)
    }
  }

  /// The page that asks for an address: for a new list, or for another address of `source`.
  static func address(
    _ source: Source?, _ visit: Visit, typed: String? = nil, user: String = "", error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let list = try await list(of: source, visit)
    let step = FollowFlow.Step.address(source?.id)
    let form = FollowAddressForm(
      action: source.map { Site.sourceAddress($0.id).path } ?? Site.remote.path,
      value: typed ?? source?.address.shown ?? "",
      place: source?.address.place, user: user, hasLogin: source?.address.hasLogin == true, changing: list,
      cancelHref: source.map { source in
        source.list.map { Site.list($0).path } ?? visit.app.following.address(after: .wentBack, at: step)
      } ?? Site.lists.path, error: error)
    return Page(
      visit.layout(list == nil ? .follow : .changeAddress, name: list?.name), for: visit.look,
      edition: visit.edition(nil, source?.revision.description ?? "", list?.revision.description ?? "")
    ) {
      PagePart.piece("head", FollowHead(step: .address, changing: list))
      PagePart.piece("follow-form", form)
    }
  }

  /// The page that looks at a source.
  private static func preview(_ source: Source, _ visit: Visit) async throws(Failure) -> Page {
    let loader = RemoteLoader(
      source, visit, .init(size: PreviewScreen.taskCount), mayFetch: visit.mayFetch, offersChoice: true)
    let stored = try await loader.stored()
    let following = visit.app.following
    let step = FollowFlow.Step.preview(source.id)
    let content: @Sendable (RemoteLoader.Copy) -> PreviewScreen.Content = { copy in
      PreviewScreen.Content(copy.copy, copy.pages)
    }
    return Page(visit.layout(.followPreview), for: visit.look, edition: nil) {
      PagePart.piece("head", FollowHead(step: .preview))
      Region<PreviewScreen>(
        "preview", loader.loader(over: stored, content),
        caption: PreviewScreen.Caption(
          host: source.address.host, changeHref: following.address(after: .wantsAnotherAddress, at: step),
          nextHref: following.address(after: .accepted, at: step), checked: source.checked(for: visit.look),
          isFormer: source.copy?.isFormer == true),
        from: loader.start(stored, content), retry: .post(Site.sourceRefresh(source.id).path), placement: .page)
    }
  }

  /// The page that asks what a list is to be called.
  static func name(
    _ source: Source, _ visit: Visit, typed: String? = nil, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let form = FollowNameForm(
      action: Site.sourceName(source.id).path, value: typed ?? source.suggestedName, place: source.address.place,
      backHref: visit.app.following.address(after: .wentBack, at: .name(source.id)), error: error)
    return Page(visit.layout(.followName), for: visit.look, edition: visit.edition(nil, source.revision)) {
      PagePart.piece("head", FollowHead(step: .name))
      PagePart.piece("follow-form", form)
    }
  }

  /// The list whose address is to be changed; nil for one that is not followed yet.
  private static func list(of source: Source?, _ visit: Visit) async throws(Failure) -> ListSummary? {
    guard let list = source?.list else { return nil }
    let account = visit.reader.account
    return try await visit.store { store throws(StoreError) in try await store.list(list, for: account) }
  }
}

extension Source {
  /// What a list is called until somebody thinks of a better name: what the source calls it, its file, or its host.
  var suggestedName: String {
    if let title = copy?.title { return title }
    let file = address.fileName.map { $0.prefix { $0 != "." } } ?? ""
    return file.isEmpty ? address.host : String(file)
  }
}
