import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StatePages

/// The static files: read and compressed once at startup, and served from memory under content-hashed addresses.
///
/// Only files in the manifest exist: no dot files, no symbolic links out of the folder, no range requests.
public struct Assets: Sendable {
  let addresses: AssetAddresses
  private let files: [String: File]

  private struct File: Sendable {
    let type: String
    let bytes: ByteBuffer
    /// Nil if compression does not reduce the size. PNG is compressed already.
    let gzip: ByteBuffer?

    init(_ bytes: ByteBuffer, ending: String) {
      type = Assets.types[ending] ?? "application/octet-stream"
      self.bytes = bytes
      gzip = ending == "png" ? nil : Gzip.smaller(bytes, effort: .best)
    }
  }

  /// Reads the folder of static files. `styles/*.css` are joined into one stylesheet in the order of their names; `icons/*` and
  /// `pointing.json` are served unchanged.
  /// - Throws: ``AssetProblem`` if the folder, its styles, its icon or its speculation rules cannot be read.
  public init(_ folder: String) throws(AssetProblem) {
    let styles = try Self.names(in: "\(folder)/styles", endings: ["css"])
    guard !styles.isEmpty else { throw AssetProblem("\(folder)/styles has no stylesheet") }
    var sheet = ""
    for name in styles {
      sheet += Self.forBrowsers(String(decoding: try Self.read("\(folder)/styles/\(name)"), as: UTF8.self))
    }

    var files: [String: File] = [:]
    func add(_ name: String, _ ending: String, _ bytes: Data) -> String {
      let hash = SHA256.hash(data: bytes).prefix(8).map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
      let file = "\(name)-\(hash).\(ending)"
      files[file] = File(ByteBuffer(bytes: bytes), ending: ending)
      return "/assets/\(file)"
    }
    let stylesheet = add("fourfold", "css", Data(sheet.utf8))
    var icons: [String: String] = [:]
    for name in try Self.names(in: "\(folder)/icons", endings: ["svg", "png"]) {
      let parts = name.split(separator: ".").map(String.init)
      icons[name] = add(parts[0], parts[parts.count - 1], try Self.read("\(folder)/icons/\(name)"))
    }
    guard let icon = icons["favicon.svg"] else { throw AssetProblem("\(folder)/icons/favicon.svg is missing") }
    addresses = AssetAddresses(
      stylesheet: stylesheet, icon: icon, touchIcon: icons["touch-icon.png"],
      rules: add("pointing", "json", try Self.read("\(folder)/pointing.json")))
    self.files = files
  }

  /// The file names in the manifest.
  var names: [String] { files.keys.sorted() }

  /// The response for a file, compressed if `coding` allows it; nil for unknown names.
  func response(for name: String, in coding: ContentCoding) -> Response? {
    guard let file = files[name] else { return nil }
    var headers: HTTPFields = [
      .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable",
    ]
    var bytes = file.bytes
    if let gzip = file.gzip {
      headers[.vary] = "Accept-Encoding"
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

  private static let types = [
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "json": "application/speculationrules+json",
  ]

  private static func names(in folder: String, endings: Set<String>) throws(AssetProblem) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { name in
          guard !name.hasPrefix("."), endings.contains(where: { name.hasSuffix(".\($0)") }) else { return false }
          let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.type]
          return type as? FileAttributeType == .typeRegular
        }
        .sorted()
    } catch {
      throw AssetProblem("\(folder) cannot be read")
    }
  }

  /// Removes comments and indentation from a stylesheet.
  private static func forBrowsers(_ text: String) -> String {
    text.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "").split(whereSeparator: \.isNewline)
      .map { $0.drop(while: \.isWhitespace) }.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  private static func read(_ path: String) throws(AssetProblem) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw AssetProblem("\(path) cannot be read")
    }
  }
}

/// Why the static files cannot be served.
public struct AssetProblem: Error, CustomStringConvertible {
  /// One line for the operator.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The addresses of a page's assets. They change with the content, so the responses can be cached forever.
struct AssetAddresses: Hashable, Sendable {
  let stylesheet: String
  let icon: String
  let touchIcon: String?
  /// The speculation rules: the links that a browser may prefetch; see ``SignedInRequest/ahead(_:)``.
  let rules: String
}
