extension Pages {
  /// The time limits of pages.
  public struct Patience: Hashable, Sendable {
    /// How long a page waits for its regions before it is streamed with placeholders.
    public var grace: Duration
    /// How long it may take to decide whether a page exists, who may see it and what its parts are. After that, a
    /// browser that navigates receives the page's shell, with 200, and the page or its failure inside it: so a reader
    /// sees the app even while the disk or another process blocks reads. Other clients wait for the true status.
    public var decision: Duration
    /// How long a region may load before it fails as timed out, and how long a page may take to be decided.
    public var deadline: Duration
    /// How long a load may be silent before its placeholder reports that it is still working.
    public var silence: Duration

    /// Creates time limits.
    public init(
      grace: Duration = .milliseconds(150), decision: Duration = .milliseconds(800), deadline: Duration = .seconds(30),
      silence: Duration = .seconds(5)
    ) {
      self.grace = grace
      self.decision = decision
      self.deadline = deadline
      self.silence = silence
    }
  }
}
