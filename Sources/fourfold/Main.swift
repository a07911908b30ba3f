import ArgumentParser
import Dispatch

/// The entry point. Opens the standard streams before the concurrency runtime opens descriptors, which would otherwise take the
/// numbers of closed standard streams.
@main enum Main {
  static func main() {
    StandardStreams.open()
    StandardStreams.quietDispatch()
    Task {
      await Fourfold.main()
      Fourfold.exit()
    }
    dispatchMain()
  }
}
