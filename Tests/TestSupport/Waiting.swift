/// Yields, so that tasks that are ready can do what they should not do.
public func othersGoFirst() async {
  for _ in 0..<20 { await Task.yield() }
}

/// Yields until `condition` holds.
public func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
