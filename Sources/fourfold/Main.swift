import ArgumentParser
import Dispatch

/// Where the process begins: before the runtime of async functions opens files of its own, whose numbers would be those of standard
/// files that were closed.
@main enum Main {
  static func main() {
    StandardStreams.open()
    Task {
      await Fourfold.main()
      Fourfold.exit()
    }
    dispatchMain()
  }
}
