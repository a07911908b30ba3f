/// Gives tasks that are ready the time to do what they should not do.
public func othersGoFirst() async {
  for _ in 0..<20 { await Task.yield() }
}

/// Lets others go first until `condition` holds.
public func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
