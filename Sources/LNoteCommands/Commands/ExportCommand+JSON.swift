import DurableFiles
import NoteInterchange
import NoteModel
import NotePackage

extension ExportRun {
  func writeJSON(isStream: Bool) throws {
    let policy: JSONExport.AssetPolicy =
      switch invocation.text("assets") {
      case "linked": .linked
      case "none": .omitted
      default: .embedded
      }
    let export = JSONExport(
      document: package.document, pages: pages, manifestExtra: try package.manifest()?.extra ?? [],
      assets: package.inventory.assets.map { AssetFile(id: $0.id, fileExtension: $0.fileExtension) },
      extraFiles: package.inventory.extras.map { $0.path.bytes },
      layout: isStream ? .lines : invocation.has("pretty") ? .pretty : .compact, assetPolicy: policy)
    let target = try Outputs.place(output, named: "\(stem).\(isStream ? "ndjson" : "json")")
    let progress = Progress("exporting", of: pages.count, on: context.console)
    // A page is done when the next one is asked for.
    var isAtWork = false
    let connections = JSONExport.Connections(
      readPage: { entry in
        if isAtWork { progress.finishOne() }
        isAtWork = true
        let page = try package.page(entry.id)
        if policy != .omitted { noteMissingAssets(of: page) }
        return page
      }, readAsset: { try package.assetBytes($0.id) },
      readExtraFile: { bytes in
        guard let path = RelativePath(bytes) else { return [] }
        return try package.source.read(path, limit: package.limits.assetByteCount)
      })
    if policy == .linked, target != Inputs.standardInput {
      try Outputs.check(target, replacing: replaces)
      for asset in package.inventory.assets { try writeAsset(asset, beside: target) }
    }
    try write(to: target, progress) { emit in try export.write(connections, emit: emit) }
    if isAtWork { progress.finishOne() }
  }

  private func noteMissingAssets(of page: Page) {
    for case .image(let image) in page.elements where package.inventory.asset(image.asset) == nil {
      made.note(missing: image.asset, of: package, on: context.console)
    }
  }
}
