#if canImport(Glibc)
  import SystemMalloc
#endif

/// The memory that is allocated while the app is served. Told to glibc alone; other allocators do as they do.
enum Heap {
  /// Has all threads share two of glibc's heaps. To be called at the start, before many threads have one of their own.
  ///
  /// A thread that finds another at work on its heap is given one of its own, of up to eight for each core, and what is freed in
  /// one is of no use in the others. A request goes over many threads, so all heaps grew to what the busiest moment of each
  /// took: what was 28 MB lay in 66, after 200,000 requests.
  static func shareAmongThreads() {
    #if canImport(Glibc)
      mallopt(M_ARENA_MAX, 2)
    #endif
  }

  /// Gives back all whole pages in which nothing is any more, also those between others: what a crowd took, once it has left.
  /// Takes some milliseconds; on a machine under load it took a tenth of a second.
  static func giveBack() {
    #if canImport(Glibc)
      malloc_trim(0)
    #endif
  }
}
