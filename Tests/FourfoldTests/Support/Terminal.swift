import Foundation
import Testing

/// A pseudoterminal that a test types into.
final class Terminal: Sendable {
  private let ours: FileHandle
  /// The end that the process has as its input.
  let theirs: FileHandle

  init() throws {
    var one: Int32 = -1
    var other: Int32 = -1
    try #require(openpty(&one, &other, nil, nil, nil) == 0)
    #expect(fcntl(one, F_SETFL, O_NONBLOCK) == 0)
    // A process that is started in the meantime must not inherit it.
    for descriptor in [one, other] { #expect(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) }
    ours = FileHandle(fileDescriptor: one, closeOnDealloc: true)
    theirs = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }

  /// Whether the terminal echoes what is typed.
  var showsTyping: Bool {
    get throws {
      var attributes = termios()
      try #require(tcgetattr(theirs.fileDescriptor, &attributes) == 0)
      return attributes.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(write(ours.fileDescriptor, bytes, bytes.count) == bytes.count)
  }

  /// The output until it ends with a text. The system passes it on in pieces, so this waits for more, up to a minute for each.
  func shown(through ending: String) -> String {
    var all = ""
    var readable = pollfd(fd: ours.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while !all.hasSuffix(ending), poll(&readable, 1, 60_000) > 0 { all += shown() }
    return all
  }

  /// The output so far.
  func shown() -> String {
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(ours.fileDescriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
