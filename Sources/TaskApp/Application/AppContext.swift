public import Hummingbird

/// What accompanies a request through the app.
public typealias AppContext = BasicRequestContext
