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

  /// Has what a page takes kept for the next one, up to 2 MB of each heap. To be called at the start.
  ///
  /// By default glibc gives back what is free at the end of a heap beyond 128 KB, and takes all that is larger than that from the
  /// system each time. A page with its buffers is about so large: each was made in fresh memory, whose every page the system
  /// clears when it is first touched. That took a sixth of the time of a page that has to be made.
  static func keepForNextPage() {
    #if canImport(Glibc)
      mallopt(M_TRIM_THRESHOLD, 2 << 20)
      mallopt(M_MMAP_THRESHOLD, 1 << 20)
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
