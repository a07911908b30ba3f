import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The static files: read once at start, served from memory under addresses that change with their bytes.
///
/// Only what is in the manifest exists: no dot files, no links out of the folder, no ranges.
public struct Assets: Sendable {
  let addresses: AssetAddresses
  private let files: [String: File]

  private struct File: Sendable {
    let bytes: ByteBuffer
    let type: String
  }

  /// Reads the folder of static files: `styles/*.css` become one stylesheet in the order of their names, `icons/*` are taken
  /// as they are.
  /// - Throws: ``AssetProblem`` if the folder, its styles or its icon cannot be read.
  public init(_ folder: String) throws(AssetProblem) {
    let styles = try Self.names(in: "\(folder)/styles", endings: ["css"])
    guard !styles.isEmpty else { throw AssetProblem("\(folder)/styles has no stylesheet") }
    var sheet = Data()
    for name in styles { sheet.append(try Self.read("\(folder)/styles/\(name)")) }

    var files: [String: File] = [:]
    func add(_ name: String, _ ending: String, _ bytes: Data) -> String {
      let hash = SHA256.hash(data: bytes).prefix(8).map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
      let file = "\(name)-\(hash).\(ending)"
      files[file] = File(bytes: ByteBuffer(bytes: bytes), type: Self.types[ending] ?? "application/octet-stream")
      return "/assets/\(file)"
    }
    let stylesheet = add("fourfold", "css", sheet)
    var icons: [String: String] = [:]
    for name in try Self.names(in: "\(folder)/icons", endings: ["svg", "png"]) {
      let parts = name.split(separator: ".").map(String.init)
      icons[name] = add(parts[0], parts[parts.count - 1], try Self.read("\(folder)/icons/\(name)"))
    }
    guard let icon = icons["favicon.svg"] else { throw AssetProblem("\(folder)/icons/favicon.svg is missing") }
    addresses = AssetAddresses(stylesheet: stylesheet, icon: icon, touchIcon: icons["touch-icon.png"])
    self.files = files
  }

  /// The names in the manifest.
  var names: [String] { files.keys.sorted() }

  /// The answer for a file of the manifest; nil for any other name.
  func response(for name: String) -> Response? {
    guard let file = files[name] else { return nil }
    return Response(
      status: .ok,
      headers: [
        .contentType: file.type, .contentLength: String(file.bytes.readableBytes),
        .cacheControl: "public, max-age=31536000, immutable",
      ],
      body: ResponseBody(byteBuffer: file.bytes))
  }

  private static let types = ["css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png"]

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

  private static func read(_ path: String) throws(AssetProblem) -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw AssetProblem("\(path) cannot be read")
    }
  }
}

/// Why the static files cannot be served; the description is one line for the operator.
public struct AssetProblem: Error, CustomStringConvertible {
  /// One line.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
