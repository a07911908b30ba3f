import StatePages
import StateViews

extension Page {
  /// The page that tells of a failure which is the whole page's.
  static func problem(_ failure: Failure, look: Look, assets: AssetAddresses) -> Page {
    Page(PageLayout(.problem, assets: assets), stylesheet: assets.stylesheet, for: look, edition: nil) {
      Region<ProblemScreen>(
        "page", Loader { _ throws(Interruption) in throw .failed(failure) }, placement: .page)
    }
  }
}
