import Crypto
import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore
import NetworkAddresses

/// The static files of an app: read and compressed once, at start, and served from memory under addresses that contain a hash of
/// their bytes. An address never changes its content, so browsers keep it without asking again.
///
/// ```swift
/// let files = try StaticFiles("Public")
/// router.addStaticFiles(files)
/// // In a layout: "stylesheet": .address { _ in files.stylesheet }
/// ```
///
/// The files are those in the folder and in its direct subfolders with an ending of ``types``; the files `styles/*.css` are one
/// stylesheet, joined in the order of their names. Nothing else is served: no hidden files, no symbolic links, no ranges.
///
/// In a debug build, a changed stylesheet shows on reload, as changed templates do.
public struct StaticFiles: Sendable {
  /// The address of the stylesheet, `/assets/site-1f0c….css`; empty if there is no folder `styles`.
  public let stylesheet: String
  /// The address of each file by its path in the folder, such as `icons/favicon.svg`.
  public let addresses: [String: String]
  private let files: [String: File]
  private let folder: String
  /// Whether the stylesheet is read for each request.
  private let isReloading: Bool
  /// The path that the addresses begin with.
  let root: String

  private struct File: Sendable {
    let type: String
    let bytes: ByteBuffer
    /// Nil if compression does not reduce the size.
    let gzip: ByteBuffer?

    init(_ bytes: ByteBuffer, type: String) {
      self.type = type
      self.bytes = bytes
      gzip = StaticFiles.compressed.contains(type) ? nil : Gzip.smaller(bytes, level: Gzip.best)
    }
  }

  /// The endings of files that are served, and their media types.
  public static let types = [
    "avif": "image/avif", "css": "text/css; charset=utf-8", "gif": "image/gif", "ico": "image/vnd.microsoft.icon",
    "jpg": "image/jpeg", "json": "application/json", "png": "image/png", "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8", "webmanifest": "application/manifest+json", "webp": "image/webp",
    "woff2": "font/woff2",
  ]

  /// The types whose files are compressed already.
  private static let compressed: Set = [
    "image/avif", "image/gif", "image/jpeg", "image/png", "image/webp", "font/woff2",
  ]

  /// Reads a folder.
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - name: the name of the stylesheet in its address.
  ///   - root: the path that the addresses begin with.
  ///   - isReloading: whether the stylesheet is read again when it has changed. Browsers ask for it each time then.
  /// - Throws: a line that tells which folder, style or file cannot be read.
  public init(
    _ folder: String, stylesheet name: String = "site", at root: String = "/assets",
    isReloading: Bool = Pages.isDebugBuild
  ) throws {
    try self.init(folder, stylesheet: name, at: root, basePath: .root, isReloading: isReloading)
  }

  /// Creates the files with speculation rules that match addresses below the base path of the templates.
  package init(
    _ folder: String, stylesheet name: String = "site", at root: String = "/assets", basePath: BasePath,
    isReloading: Bool = Pages.isDebugBuild
  ) throws(ConfigurationProblem) {
    (self.folder, self.root, self.isReloading) = (folder, root, isReloading)
    var files: [String: File] = [:]
    var addresses: [String: String] = [:]
    func add(_ path: String, _ name: String, _ ending: Substring, _ bytes: Data) {
      let type = path.hasSuffix(Prefetching.file) ? Prefetching.rulesType : Self.types[String(ending)] ?? ""
      let hash = SHA256.hash(data: bytes).prefix(4).hexadecimal
      let file = "\(name)-\(hash).\(ending)"
      files[file] = File(ByteBuffer(bytes: bytes), type: type)
      addresses[path] = "\(root)/\(file)"
    }
    let folders = try Self.entries(of: folder, .typeDirectory)
    for subfolder in [""] + folders where subfolder != "styles" {
      let prefix = subfolder.isEmpty ? "" : "\(subfolder)/"
      for file in try Self.entries(of: "\(folder)/\(subfolder)", .typeRegular) {
        let parts = file.split(separator: ".")
        guard parts.count > 1, let ending = parts.last, Self.types[String(ending)] != nil else { continue }
        let path = "\(folder)/\(prefix)\(file)"
        var bytes = try Self.read(path)
        if file.hasSuffix(Prefetching.file) { bytes = Prefetching.rules(bytes, below: basePath) }
        add(prefix + file, String(parts[0]), ending, bytes)
      }
    }
    if folders.contains("styles") {
      let sheets = try Self.sheets(in: folder)
      add("styles", name, "css", Data(Self.forBrowsers(sheets).utf8))
    }
    self.files = files
    self.addresses = addresses
    stylesheet = addresses["styles"] ?? ""
  }

  /// The address of a file.
  /// - Parameter path: its path in the folder, such as `icons/favicon.svg`.
  /// - Throws: a line that tells that there is no such file.
  public func address(of path: String) throws -> String {
    guard let address = addresses[path] else {
      let near = SpellingSuggestion.name(to: path, among: addresses.keys)
      throw ConfigurationProblem("there is no static file \(folder)/\(path)" + (near.map { ": is \($0) meant?" } ?? ""))
    }
    return address
  }

  /// The response for the last segment of an address, compressed if the client accepts that; nil for an unknown one.
  public func response(for name: String, to request: Request) -> Response? {
    guard var file = files[name] else { return nil }
    var headers: HTTPFields = [.contentType: file.type, .cacheControl: "public, max-age=31536000, immutable"]
    if isReloading, stylesheet == "\(root)/\(name)" {
      headers[.cacheControl] = "no-cache"
      file = current(or: file)
    }
    var bytes = file.bytes
    if let gzip = file.gzip {
      headers[.vary] = "Accept-Encoding"
      let coding = ContentCoding(acceptedIn: request.headers)
      switch coding {
      case .identity: break
      case .gzip:
        headers[.contentEncoding] = coding.field
        bytes = gzip
      }
    }
    headers[.contentLength] = String(bytes.readableBytes)
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
  }

  /// The stylesheet as it is now; as it was at start if it can't be read.
  private func current(or first: File) -> File {
    do throws(ConfigurationProblem) {
      return File(ByteBuffer(string: Self.forBrowsers(try Self.sheets(in: folder))), type: first.type)
    } catch {
      return first
    }
  }

  /// The names of the files that have a type, or all entries that are folders; neither hidden ones nor symbolic links.
  private static func entries(of folder: String, _ type: FileAttributeType) throws(ConfigurationProblem) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { name in
          guard !name.hasPrefix(".") else { return false }
          return try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type] as? FileAttributeType
            == type
        }
        .sorted()
    } catch {
      throw ConfigurationProblem("\(folder) cannot be read")
    }
  }

  /// The texts of the files `styles/*.css`, in the order of their names.
  private static func sheets(in folder: String) throws(ConfigurationProblem) -> [String] {
    let sheets = try entries(of: "\(folder)/styles", .typeRegular).filter { $0.hasSuffix(".css") }
    guard !sheets.isEmpty else { throw ConfigurationProblem("\(folder)/styles has no stylesheet") }
    return try sheets.map { sheet throws(ConfigurationProblem) in
      String(decoding: try read("\(folder)/styles/\(sheet)"), as: UTF8.self)
    }
  }

  /// Removes comments from stylesheets, and white space around punctuation outside of strings and URLs, and the last semicolon of a
  /// block, and joins them. A space before a colon is one between selectors.
  private static func forBrowsers(_ sheets: [String]) -> String {
    // Compiled once, not for each sheet.
    let comment = /\/\*.*?\*\//.dotMatchesNewlines()
    let keptOrBlank = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)"']*\))|\s*(?:;\s*(?=\}))?([{};,>])\s*|(:)\s+/
    return sheets.map { sheet in
      String(sheet.replacing(comment, with: "").drop(while: \.isWhitespace))
        .replacing(keptOrBlank) { $0.output.1 ?? $0.output.2 ?? $0.output.3 ?? "" }
    }.joined()
  }

  private static func read(_ path: String) throws(ConfigurationProblem) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ConfigurationProblem("\(path) cannot be read")
    }
  }
}

extension Router {
  /// Serves static files under their addresses.
  @discardableResult public func addStaticFiles(_ files: StaticFiles) -> Self {
    get("\(files.root)/{name}") { request, context in
      guard let response = files.response(for: try context.parameters.require("name"), to: request) else {
        throw RequestProblem.unknownAddress
      }
      return response
    }
    return self
  }

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
