#if Rendering
  import NotePackage

  /// Lets repairs draw what is missing or stale.
  extension ThumbnailDrawer: ThumbnailDrawing {}
#endif
