import NoteModel

/// Looks for the samples of a stroke in one that was read out of its drawing.
struct InkComparison {
  private let source: Stroke
  private let found: Stroke

  init(_ source: Stroke, _ found: Stroke) {
    self.source = source
    self.found = found
  }

  /// The samples that show and aren't found, at their place with their radius, in their order.
  var missing: [Int] {
    var missing: [Int] = []
    var next = 0
    for sample in source.x.indices where !isHidden(sample) {
      let rests = rests(sample)
      if let place = (next..<found.x.count).first(where: { isSame(sample, $0, anyRadius: rests) }) {
        // Samples at one place may be one.
        next = place
      } else {
        missing.append(sample)
      }
    }
    return missing
  }

  private func isSame(_ sample: Int, _ place: Int, anyRadius: Bool) -> Bool {
    found.x[place] == source.x[sample] && found.y[place] == source.y[sample]
      && (anyRadius || found.radius[place] == source.radius[sample])
  }

  /// Whether the pen rests, so that the sample next to this one has the same place and the largest disc shows.
  private func rests(_ sample: Int) -> Bool {
    neighbours(sample).contains { source.x[$0] == source.x[sample] && source.y[$0] == source.y[sample] }
  }

  /// Whether a neighbour's disc holds this one, so that nothing tells of it.
  private func isHidden(_ sample: Int) -> Bool {
    neighbours(sample).contains { neighbour in
      let dx = Double(source.x[neighbour]) - Double(source.x[sample])
      let dy = Double(source.y[neighbour]) - Double(source.y[sample])
      let surplus = Double(source.radius[neighbour]) - Double(source.radius[sample])
      return surplus > 0 && dx * dx + dy * dy <= surplus * surplus
    }
  }

  private func neighbours(_ sample: Int) -> [Int] {
    [sample - 1, sample + 1].filter { source.x.indices.contains($0) }
  }
}
