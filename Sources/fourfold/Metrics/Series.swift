import Metrics
import Synchronization

/// The values of one metric with one set of labels.
protocol Series: AnyObject, Sendable {
  static var kind: PrometheusText.Kind { get }
  func print(_ name: String, _ labels: Labels, into text: inout PrometheusText)
}

final class CounterSeries: Series, CounterHandler {
  static let kind = PrometheusText.Kind.counter
  private let value = Mutex<Int64>(0)

  func increment(by amount: Int64) { value.withLock { $0 &+= amount } }
  func reset() { value.withLock { $0 = 0 } }

  func print(_ name: String, _ labels: Labels, into text: inout PrometheusText) {
    text.sample(name, labels, Double(value.withLock { $0 }))
  }
}

final class GaugeSeries: Series, MeterHandler, RecorderHandler {
  static let kind = PrometheusText.Kind.gauge
  private let value = Mutex<Double>(0)

  func set(_ new: Int64) { set(Double(new)) }
  func set(_ new: Double) { value.withLock { $0 = new } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func record(_ new: Int64) { set(Double(new)) }
  func record(_ new: Double) { set(new) }

  func print(_ name: String, _ labels: Labels, into text: inout PrometheusText) {
    text.sample(name, labels, value.withLock { $0 })
  }
}

/// A histogram with fixed upper bounds, in seconds for timers.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
  static let kind = PrometheusText.Kind.histogram
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct Values {
    /// By the first bound that a value does not exceed; the last is above all of them.
    var counts = [Int](repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  private let values = Mutex(Values())

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let place = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    values.withLock { values in
      values.counts[place] += 1
      values.sum += value
    }
  }

  func print(_ name: String, _ labels: Labels, into text: inout PrometheusText) {
    let values = values.withLock { $0 }
    var count = 0
    for (bound, more) in zip(Self.bounds + [.infinity], values.counts) {
      count += more
      text.sample("\(name)_bucket", labels, Double(count), ("le", PrometheusText.number(bound)))
    }
    text.sample("\(name)_sum", labels, values.sum)
    text.sample("\(name)_count", labels, Double(count))
  }
}
