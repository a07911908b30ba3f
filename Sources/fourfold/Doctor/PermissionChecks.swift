import Foundation

/// Checks of owners and permissions.
enum PermissionChecks {
  /// The database, and the folder in which SQLite makes the files beside it.
  static func database(_ path: String) -> [Finding] {
    let subject = "permissions"
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard let place = FileAccess(of: folder) else {
      return [
        .problem(subject, "there is no folder \(folder)", do: "Make it, or name another database with --database.")
      ]
    }
    var findings: [Finding] = []
    if !place.isWritable {
      findings.append(
        .problem(
          subject, "\(folder) can't be written by \(FileAccess.user)",
          do: "Give the folder to the user that runs Fourfold, and run this command as that user."))
    }
    if place.mode & 0o002 != 0, place.mode & 0o1000 == 0 {
      findings.append(
        .problem(subject, "everyone can write in \(folder)", do: "chmod o-w \(folder)"))
    }
    for file in [path, path + "-wal"] {
      guard let access = FileAccess(of: file) else { continue }
      if !access.isReadable || !access.isWritable {
        findings.append(
          .problem(
            subject, "\(file) can't be read and written by \(FileAccess.user): it belongs to \(access.owner)",
            do: "Run this command as that user, or give the file to the user that runs Fourfold."))
      } else if access.mode & 0o077 != 0 {
        findings.append(
          .warning(
            subject, "other users of this machine can open \(file)", do: "chmod 600 \(file): it has everyone's tasks."))
      }
    }
    return findings.isEmpty ? [.ok(subject, "\(path) and its folder belong to \(place.owner) alone")] : findings
  }

  /// A folder that is installed with the program.
  static func installed(_ folder: String, _ what: String) -> Finding {
    guard let access = FileAccess(of: folder), access.isReadable else {
      return .problem(what, "\(folder) can't be read", do: "Install it, or name it with --\(what).")
    }
    if access.mode & 0o002 != 0 {
      return .warning(what, "everyone on this machine can change \(folder)", do: "chmod o-w \(folder)")
    }
    return .ok(what, "\(folder) can be read")
  }
}

/// The permissions of a file, and what the current user may do with it.
struct FileAccess: Hashable, Sendable {
  let mode: UInt32
  let owner: String
  let isReadable: Bool
  let isWritable: Bool

  /// Nil if there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    mode = UInt32(status.st_mode) & 0o7777
    owner = Self.name(of: status.st_uid)
    isReadable = access(path, R_OK) == 0
    isWritable = access(path, W_OK) == 0
  }

  /// The name of the current user.
  static var user: String { name(of: geteuid()) }

  private static func name(of user: uid_t) -> String {
    guard let entry = getpwuid(user) else { return "user \(user)" }
    return String(cString: entry.pointee.pw_name)
  }
}
