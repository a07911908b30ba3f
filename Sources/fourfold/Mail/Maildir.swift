import Foundation
import TaskFormats

/// The mail that a descriptor passes.
struct MailInput {
  let descriptor: Int32

  /// As much of it as is looked at; nil if it can't be read. The rest is read, too: a mail server takes a closed pipe for a failure.
  func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer.prefix(min(count, ReceivedMail.mostBytes + 1 - bytes.count))
    }
  }
}

/// A folder of mails, each a file: new ones in `new`, seen ones in `cur` (maildir(5)).
struct Maildir {
  private let path: String

  /// Nil if it has not both folders.
  init?(_ path: String) {
    self.path = path
    for name in ["new", "cur"] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder), isFolder.boolValue else {
        return nil
      }
    }
  }

  /// The names of new mails, the oldest first: they begin with the time.
  func new() -> [String] {
    let names = (FileManager.default.enumerator(atPath: "\(path)/new") ?? .init()).compactMap { $0 as? String }
    return names.filter { !$0.hasPrefix(".") && !$0.contains("/") }.sorted { left, right in
      (Int(left.prefix { $0.isNumber }) ?? 0, left) < (Int(right.prefix { $0.isNumber }) ?? 0, right)
    }
  }

  /// The content of a new mail; nil if it can't be read, as when another program took it.
  func content(of name: String) -> [UInt8]? {
    let descriptor = open("\(path)/new/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return MailInput(descriptor: descriptor).bytes()
  }

  /// Moves a mail to those that were seen.
  /// - Returns: what went wrong, in words; nil if nothing did.
  func move(_ name: String) -> String? {
    let base = name.prefix { $0 != ":" }
    guard rename("\(path)/new/\(name)", "\(path)/cur/\(base):2,S") != 0, errno != ENOENT else { return nil }
    return "\(path)/new/\(name) could not be moved to cur: \(String(cString: strerror(errno)))."
  }
}
