import Foundation

/// Checks of the disk that has the database.
enum DiskChecks {
  /// Less than this is no room at all: one checkpoint of the log takes 16 MB.
  static let leastBytes: UInt64 = 64_000_000
  /// Below this, room is short.
  static let shortBytes: UInt64 = 500_000_000

  /// - Parameters:
  ///   - place: the path of the database, for the text.
  ///   - bytes: the size of the database.
  static func findings(_ system: FileSystem?, place: String, bytes: UInt64) -> [Finding] {
    guard let system else {
      return [
        .problem("disk", "the folder of \(place) can't be looked at", do: "Check that it exists and may be entered.")
      ]
    }
    return [room(system, place, bytes), kind(system, place)]
  }

  private static func room(_ system: FileSystem, _ place: String, _ bytes: UInt64) -> Finding {
    let text = "\(Megabytes.text(system.freeBytes)) are free beside \(place)"
    if system.freeBytes < leastBytes {
      return .problem("disk", text, do: "Free some space: forms are refused once it is full.")
    }
    if let files = system.freeFiles, files < 1_000 {
      return .problem(
        "disk", "\(files) more files can be made beside \(place)", do: "Delete files: the disk is out of inodes.")
    }
    if system.freeBytes < max(shortBytes, 2 * bytes) {
      return .warning(
        "disk", text,
        do: "An upgrade copies the database first, which needs \(Megabytes.text(2 * bytes)). Keep some space free.")
    }
    return .ok("disk", text)
  }

  private static func kind(_ system: FileSystem, _ place: String) -> Finding {
    let subject = "file system"
    return switch system.kind {
    case .local: .ok(subject, "\(place) is on a local disk")
    case .network(let name):
      .problem(
        subject, "\(place) is on \(name), a network file system: SQLite's locks and log do not work there",
        do: "Move the database to a disk of this machine. Backups may go over the network.")
    case .userSpace:
      .warning(
        subject, "\(place) is on a FUSE file system, such as sshfs or a cloud folder",
        do: "If it is one of those, move the database to a disk of this machine.")
    case .memory:
      .warning(subject, "\(place) is in memory (tmpfs): it is gone after a restart", do: "Move it to a disk.")
    case .containerLayer:
      .warning(
        subject, "\(place) is in the layer of a container: it is gone with the container",
        do: "Mount a volume for the folder of the database.")
    }
  }
}
