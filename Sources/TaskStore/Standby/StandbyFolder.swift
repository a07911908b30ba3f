import Foundation

/// What a standby's folder currently holds. It is written after the files that it names.
struct StandbyManifest: Codable, Hashable, Sendable {
  var format = PageFile.format
  /// The run of the server that writes the folder.
  let stream: String
  let generation: Int
  /// The number of the snapshot that the newest base contains.
  let base: Int
  /// The number of the newest snapshot.
  let newest: Int
  /// The digest of the newest snapshot.
  let digest: PageDigest
  /// When the newest snapshot was taken, in milliseconds since 1970.
  let at: Int64
  /// When the database was last known to be as in the newest snapshot.
  var checked: Int64
}

/// The folder through which a server and its standby exchange files.
///
/// The folder is never created: without it, a mount is missing.
struct StandbyFolder: Hashable, Sendable {
  static let manifestName = "standby.json"
  /// Written by a standby that cannot continue from the changes.
  static let requestName = "base-wanted"
  /// Written by a standby that took over, with its generation.
  static let takenOverName = "taken-over"

  let path: String

  func file(_ name: PageFileName) -> String { "\(path)/\(name.text)" }

  /// Throws if the folder is not there.
  func require() throws(StandbyProblem) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .noFolder(path) }
  }

  /// Nil if there is none.
  func manifest() throws(StandbyProblem) -> StandbyManifest? {
    guard let data = try content(Self.manifestName) else { return nil }
    do {
      let manifest = try JSONDecoder().decode(StandbyManifest.self, from: data)
      guard manifest.format == PageFile.format, PageFileName.isStream(manifest.stream) else {
        throw StandbyProblem.strange("\(path)/\(Self.manifestName)")
      }
      return manifest
    } catch {
      throw .strange("\(path)/\(Self.manifestName)")
    }
  }

  func write(_ manifest: StandbyManifest) throws(StandbyProblem) {
    do {
      try UnfinishedFile.write(try JSONEncoder().encode(manifest), to: "\(path)/\(Self.manifestName)")
    } catch {
      throw StandbyProblem(error)
    }
  }

  /// The generation of the standby that took over; 0 if none did.
  func takenOver() throws(StandbyProblem) -> Int {
    guard let data = try content(Self.takenOverName) else { return 0 }
    return Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  func markTakenOver(_ generation: Int) throws(StandbyProblem) {
    do { try UnfinishedFile.write(Data("\(generation)\n".utf8), to: "\(path)/\(Self.takenOverName)") } catch {
      throw StandbyProblem(error)
    }
  }

  /// Whether a standby asks for a base.
  var isBaseWanted: Bool { FileIdentity(of: "\(path)/\(Self.requestName)") != nil }

  func requestBase() throws(StandbyProblem) {
    do { try UnfinishedFile.write(Data(), to: "\(path)/\(Self.requestName)") } catch { throw StandbyProblem(error) }
  }

  func answerRequest() {
    unlink("\(path)/\(Self.requestName)")
  }

  func has(_ name: PageFileName) -> Bool { FileIdentity(of: file(name)) != nil }

  /// Removes page files, and what interrupted processes have left of some.
  func removeFiles(unless isKept: (PageFileName) -> Bool) {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch { return }
    for name in names {
      let isUnfinished = name.hasSuffix(UnfinishedFile.suffix)
      let target = isUnfinished ? String(name.dropLast(UnfinishedFile.suffix.count)) : name
      guard let found = PageFileName(target), isUnfinished || !isKept(found) else { continue }
      unlink("\(path)/\(name)")
    }
  }

  private func content(_ name: String) throws(StandbyProblem) -> Data? {
    try require()
    do { return try InputFile.content(of: "\(path)/\(name)") } catch {
      throw .unreadable(error.path, Unavailable(fileError: error.code))
    }
  }
}
