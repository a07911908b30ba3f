/// The library's own templates, embedded in the code: defaults for states without a template of the app, and the
/// wrappers of regions, placeholders and pieces.
enum EmbeddedTemplates {
  /// The folder of templates for states of any screen, here and in the app's templates.
  static let folder = "states"

  static let texts: [String: String] = [
    "states/unloaded": text(PackageResources.unloaded_mustache),
    "states/loading": text(PackageResources.loading_mustache),
    "states/empty": text(PackageResources.empty_mustache),
    "states/failed": text(PackageResources.failed_mustache),
    "states/failed/unavailable/stopping": text(PackageResources.failed_stopping_mustache),
    "states/refresh-failed/unavailable/stopping": text(PackageResources.refresh_failed_stopping_mustache),
    "states/refreshing": text(PackageResources.refreshing_mustache),
    "states/refresh-failed": text(PackageResources.refresh_failed_mustache),
    "states/status": text(PackageResources.status_mustache),
    "states/still-working": text(PackageResources.still_working_mustache),
    "states/retry": text(PackageResources.retry_mustache),
    "states/way-out": text(PackageResources.way_out_mustache),
    "forms/input": text(PackageResources.form_input_mustache),
    "forms/textarea": text(PackageResources.form_textarea_mustache),
    "forms/error": text(PackageResources.form_error_mustache),
    "forms/problem": text(PackageResources.form_problem_mustache),
    GalleryIndex.template: text(PackageResources.gallery_index_mustache),
    GalleryScreen.template: text(PackageResources.gallery_screen_mustache),
    RegionWrapper.template: text(PackageResources.region_mustache),
    Placeholder.template: text(PackageResources.placeholder_mustache),
    StatusLine.template: text(PackageResources.status_line_mustache),
    Slot.template: text(PackageResources.slot_mustache),
    FixedPiece.template: text(PackageResources.piece_mustache),
    RegionHead.template: text(PackageResources.region_head_mustache),
    RegionBody.template: text(PackageResources.region_body_mustache),
    ShadowRoot.template: text(PackageResources.shadow_root_mustache),
  ]

  /// The templates without those of single reasons that the messages have a record of.
  static func texts(besides messages: MessageCatalogue) -> [String: String] {
    texts.filter {
      messages.records[String($0.key.dropFirst(folder.count + 1))] == nil || !$0.key.contains("/unavailable/")
    }
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Verification {
  /// The library's own pieces.
  static let pieces: [any Piece.Type] = [
    RegionWrapper.self, Placeholder.self, StatusLine.self, Slot.self, FixedPiece.self, ShadowRoot.self,
    RegionHead.self, RegionBody.self, GalleryIndex.self, GalleryScreen.self,
  ]
}
