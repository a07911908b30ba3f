import ArgumentParser
import Foundation
import NIOCore
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

/// A folder with a database, on which commands are run in this process with cheap password hashing.
final class CommandWorld: Sendable {
  let folder: URL
  var database: String { folder.appending(path: "lists.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fourfold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A temporary folder that cannot be removed does no harm.
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  static let hasher = PasswordHasher(parameters: .init(log2Cost: 1, blockSize: 1), queue: 10_000)

  /// Runs `fourfold account …` on the database with an input that is not a terminal, and returns its output.
  func account(_ arguments: String..., input: String = "") async throws -> [String] {
    try await account(arguments, input: input)
  }

  func account(_ arguments: [String], input: String) async throws -> [String] {
    let command = try Fourfold.parseAsRoot(["account"] + arguments + ["--database", database])
    let said = folder.appending(path: "\(UUID().uuidString).txt")
    try Data().write(to: said)
    let output = try FileHandle(forWritingTo: said)
    let typed = Pipe()
    try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try typed.fileHandleForWriting.close()
    let console = Console(
      input: typed.fileHandleForReading.fileDescriptor, output: output.fileDescriptor, questions: output.fileDescriptor)
    try await (command as? any AccountSubcommand)?.run(at: AccountCommandContext(console: console, hasher: Self.hasher))
    try output.close()
    return try String(contentsOf: said, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Opens the database as a running server does.
  func withStore<Value>(_ body: (TaskStore) async throws -> Value) async throws -> Value {
    let store = try TaskStore.open(at: database)
    let value = try await body(store)
    try store.close()
    return value
  }

  /// Whether the password signs in to the account.
  func opens(_ password: String, for name: String) async throws -> Bool {
    let record = try await withStore { try await $0.credentials(of: Username(validating: name))?.record }
    return try await Self.hasher.verify(Password.typed(password), against: record, for: .console)
      == .matches(rehash: false)
  }
}

/// A suite each of whose tests has a folder of its own.
class CommandTests {
  let world: CommandWorld

  init() throws { world = try CommandWorld() }
}

/// The settings of `fourfold serve` with some options and variables.
func serveSettings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ServeSettings {
  try ServeSettings(#require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve), environment)
}

/// The built command, running.
final class RunningCommand: Sendable {
  private let process: Process
  private let output: URL
  private let questions: URL

  /// Starts `fourfold` with a file, pipe or terminal as its input.
  /// - Parameter preparation: shell commands that are run before, in the same process.
  init(
    _ arguments: [String], input: Any = FileHandle.nullDevice, environment: [String: String] = [:],
    after preparation: String? = nil, in world: CommandWorld
  ) throws {
    process = Process()
    let tests = try #require(Bundle.main.executableURL)
    let command = tests.deletingLastPathComponent().appending(path: "fourfold")
    if let preparation {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", preparation + "; exec \"$0\" \"$@\"", command.path] + arguments
    } else {
      process.executableURL = command
      process.arguments = arguments
    }
    process.environment = environment
    process.standardInput = input
    output = world.folder.appending(path: "\(UUID().uuidString).txt")
    questions = world.folder.appending(path: "\(UUID().uuidString).txt")
    for file in [output, questions] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: questions)
    try process.run()
  }

  var said: String { get throws { try String(contentsOf: output, encoding: .utf8) } }
  var asked: String { get throws { try String(contentsOf: questions, encoding: .utf8) } }

  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) {
    // The identifier of a process that did not start is 0, which stands for the tests' own group of processes.
    if process.processIdentifier > 0 { kill(process.processIdentifier, signal) }
  }

  /// Waits until the command's last output is `question`.
  func asks(_ question: String) async throws { try await eventually { try asked.hasSuffix(question) } }

  /// Waits for the exit status, which is negative for a signal.
  func ends() async throws -> Int32 {
    try await eventually { !process.isRunning }
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}

/// Waits until a condition holds; gives up after ten minutes.
func eventually(_ holds: () throws -> Bool, _ location: SourceLocation = #_sourceLocation) async throws {
  for _ in 0..<60_000 {
    if try holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("that never happened", sourceLocation: location)
}

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

/// The socket of a service manager, which collects the messages of a process.
final class NotifySocket: Sendable {
  /// The kinds of names that a socket can have.
  enum Name: CaseIterable, Sendable { case path, abstract }

  /// The value of `NOTIFY_SOCKET`.
  let name: String
  private let descriptor: Int32

  init(_ kind: Name, in world: CommandWorld) throws {
    let unique = String(UUID().uuidString.prefix(8))
    let path: String
    switch kind {
    case .path:
      name = world.folder.appending(path: unique).path
      path = name
    case .abstract:
      name = "@fourfold/\(unique)"
      path = "\0fourfold/\(unique)"
    }
    #if os(Linux)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    let size = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
    let bound = try SocketAddress(unixDomainSocketPath: path).withSockAddr { pointer, _ in
      bind(descriptor, pointer, size)
    }
    try #require(bound == 0, "\(String(cString: strerror(errno)))")
    try #require(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
  }

  deinit { close(descriptor) }

  /// The messages that have arrived since the last call.
  func received() -> [String] {
    var messages: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return messages }
      messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
    }
  }
}
