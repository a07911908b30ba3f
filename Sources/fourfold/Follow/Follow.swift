import ArgumentParser
import TaskStore
import UnixSignals

/// `fourfold follow`.
struct Follow: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Keeps a copy of the database of another machine, as its standby.",
    discussion: """
      The other machine writes a folder that both can reach, with fourfold serve --standby-folder. This command copies the database \
      from there, and then whatever changes. It may be interrupted at any time, and goes on where it was. Nothing else can open the \
      copy meanwhile.

      To take over, make sure that the other server has stopped, stop this command, and start fourfold serve on the copy.

      Example: fourfold follow /mnt/standby --database /var/lib/fourfold/fourfold.sqlite

      Exit codes: 0 if a signal has stopped it, or with --once if the copy has everything that is in the folder; 1 if not; 64 for \
      wrong options.
      """)

  @Argument(help: "The folder that the server writes.")
  var folder: String
  @Flag(help: "Copy what is in the folder now, and end.")
  var once = false
  @OptionGroup var database: DatabaseOption

  /// The time between two looks into the folder.
  private static let pause = Duration.seconds(2)

  func run(on console: Console) async throws {
    let report = FollowReport(console)
    do {
      let follower = try StandbyFollower(of: folder, into: database.path()) { report.tell($0) }
      console.say("Following \(folder) into \(database.path()).")
      try await follower.verify()
      if once { return try await followOnce(follower, report) }
      try await follow(follower, report)
    } catch let problem as StandbyProblem {
      throw CommandProblem(problem.description)
    }
  }

  private func followOnce(_ follower: StandbyFollower, _ report: FollowReport) async throws {
    let state = try await follower.step()
    report.show(state)
    switch state {
    case .upToDate: return
    case .waiting: throw ExitCode.failure
    }
  }

  private func follow(_ follower: StandbyFollower, _ report: FollowReport) async throws {
    let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm, .sighup])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          report.show(try await follower.step())
          try await Task.sleep(for: Self.pause)
        }
      }
      group.addTask { for await _ in signals { return } }
      defer { group.cancelAll() }
      try await group.next()
    }
    report.end()
  }
}
