/// The library's own templates, embedded in the code: what a screen shows in a state for which the app has no template, and
/// how regions, placeholders and pieces are wrapped.
enum EmbeddedTemplates {
  /// The folder, in an app's templates too, of the templates that stand for a state of any screen.
  static let folder = "states"

  static let texts: [String: String] = [
    "states/unloaded": text(PackageResources.unloaded_mustache),
    "states/loading": text(PackageResources.loading_mustache),
    "states/empty": text(PackageResources.empty_mustache),
    "states/failed": text(PackageResources.failed_mustache),
    "states/failed/unavailable/stopping": text(PackageResources.failed_stopping_mustache),
    "states/refresh-failed/unavailable/stopping": text(PackageResources.refresh_failed_stopping_mustache),
    "states/signed-out": text(PackageResources.signed_out_mustache),
    "states/refreshing": text(PackageResources.refreshing_mustache),
    "states/refresh-failed": text(PackageResources.refresh_failed_mustache),
    "states/status": text(PackageResources.status_mustache),
    "states/still-working": text(PackageResources.still_working_mustache),
    "states/retry": text(PackageResources.retry_mustache),
    "states/way-out": text(PackageResources.way_out_mustache),
    RegionWrapper.template: text(PackageResources.region_mustache),
    Placeholder.template: text(PackageResources.placeholder_mustache),
    StatusLine.template: text(PackageResources.status_line_mustache),
    Slot.template: text(PackageResources.slot_mustache),
    FixedPiece.template: text(PackageResources.piece_mustache),
    InsideFrame.template: text(PackageResources.inside_mustache),
    RedirectPiece.template: text(PackageResources.redirect_mustache),
    ShadowRoot.template: text(PackageResources.shadow_root_mustache),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
