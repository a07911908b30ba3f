import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages
import StateViews

/// The manifest with which browsers install the app (https://www.w3.org/TR/appmanifest/). Its addresses are relative to its own, so
/// they are below the base path.
struct WebManifest: Encodable {
  private let id = "./"
  private let start_url = "./"
  private let scope = "./"
  private let display = "standalone"
  private let background_color = "#f6f4ee"
  private let theme_color = "#f6f4ee"
  private let name, short_name, lang, dir: String
  private let icons: [Icon]
  private let shortcuts: [Shortcut]
  private let share_target: ShareTarget

  private struct Icon: Encodable {
    let src, sizes, type, purpose: String
  }

  private struct Shortcut: Encodable {
    let name, url: String
  }

  private struct ShareTarget: Encodable {
    let action: String
    let method = "GET"
    // The default; Chromium warns without it.
    let enctype = "application/x-www-form-urlencoded"
    let params = ["title": "title", "text": "text", "url": "url"]
  }

  /// `GET /manifest.webmanifest`, in the language that the browser accepts.
  @Sendable static func show(_ request: AnonymousRequest) throws -> Response {
    let language = request.look.language
    let text = try request.app.pages.templates.current().get().spoken(in: language).render(ManifestWords()).html
    let words = text.split(separator: "|").map(String.init)
    guard words.count == 3 else { throw Failure(.internal) }
    let manifest = WebManifest(words, language, request.app.assets.addresses)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/manifest+json", .cacheControl: "public, max-age=3600", .vary: "Accept-Language",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(manifest))))
  }

  private init(_ words: [String], _ language: String, _ assets: AssetAddresses) {
    name = words[0]
    short_name = words[0]
    lang = language
    dir = Writing.direction(of: language)
    icons = [
      Icon(src: ".\(assets.icon)", sizes: "any", type: "image/svg+xml", purpose: "any"),
      Icon(src: ".\(assets.appIcon)", sizes: "512x512", type: "image/png", purpose: "any"),
      Icon(src: ".\(assets.maskableIcon)", sizes: "512x512", type: "image/png", purpose: "maskable"),
    ]
    let add = TaskFlow.addresses.address(of: .add()).text
    shortcuts = [
      Shortcut(name: words[1], url: ".\(TaskFlow.addresses.address(of: .today()).text)"),
      Shortcut(name: words[2], url: ".\(add)"),
    ]
    share_target = ShareTarget(action: ".\(add)")
  }
}

/// The words of the manifest: the name of the app, and those of its shortcuts.
struct ManifestWords: Piece {
  static let template = "layouts/manifest"
}
