/// Gives tasks that are ready the time to do what they should not do.
func othersGoFirst() async {
  for _ in 0..<20 { await Task.yield() }
}

/// Lets others go first until `condition` holds.
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
