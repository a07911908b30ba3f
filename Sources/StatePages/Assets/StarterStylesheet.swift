import HTTPTypes
public import Hummingbird
import NIOCore

extension Router {
  /// Serves the library's starter stylesheet: plain styles for every class of its templates, in light and dark. Without a style, a
  /// placeholder shows an empty skeleton, and the link of its way out at once.
  ///
  /// An app that has styles of its own serves them by ``StaticFiles`` instead.
  /// - Parameter path: the address, for ``Page`` and its layout.
  @discardableResult public func addStarterStylesheet(at path: String = "/style.css") -> Self {
    get(RouterPath(path)) { _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: EmbeddedTexts.starter_css)))
    }
  }
}
