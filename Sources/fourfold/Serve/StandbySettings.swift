import ArgumentParser
import Foundation
import Logging
import TaskStore

/// How the database is written for a standby.
struct StandbySettings: Hashable, Sendable {
  let folder: String
  let interval: Duration

  /// The settings from a command's options, with the environment as fallback; nil if no folder is given.
  /// - Throws: `ValidationError` for invalid values.
  init?(_ options: StandbyOptions, _ reader: SettingsReader) throws {
    let folder = reader.text("standbyFolder", options.standbyFolder, default: "")
    let seconds = try reader.number(
      "standbyEvery", options.standbyEvery, default: 10, 1...3_600, "Seconds between changes for the standby")
    guard !folder.isEmpty else {
      if options.standbyEvery != nil {
        throw ValidationError("A standby needs a folder: add --standby-folder.")
      }
      return nil
    }
    (self.folder, interval) = (folder, .seconds(seconds))
  }
}

extension ServeSettings {
  /// Takes the database over if it is a standby's copy, and requires that no standby has taken over from it.
  func takeTurn(_ logger: Logger) throws(StartProblem) {
    do throws(StandbyProblem) {
      if let copy = try TaskStore.takeOver(database) {
        logger.notice(
          "took over from the former server",
          metadata: ["as-of": "\(copy.asOf.formatted(.iso8601))", "database": "\(database)"])
        if !copy.isMarked {
          logger.warning(
            "the standby folder could not be marked: make sure that the former server does not start again",
            metadata: ["folder": "\(copy.folder)"])
        }
      }
      if let standby { try StandbyShipper.requireTurn(of: database, in: standby.folder) }
    } catch {
      throw StartProblem(error)
    }
  }
}
