// Parses a page snapshot with simdjson's on-demand reader into the columns that a stroke has, and prints the
// fastest of a number of rounds in nanoseconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <simdjson.h>

using namespace simdjson;

struct Stroke {
  std::string id, tool, color, startedAt;
  std::vector<int32_t> x, y;
  std::vector<uint16_t> radius, pressure;
  std::vector<uint32_t> time;
  uint16_t constantRadius = 0;
};

// Columns are read into memory that is kept, and copied once their length is known: growing each one is slower.
static std::vector<int64_t> sums;

template <typename Value>
static void column(ondemand::value value, std::vector<Value> &output) {
  int64_t sum = 0;
  sums.clear();
  for (auto entry : value.get_array()) {
    sum += entry.get_int64().value();
    sums.push_back(sum);
  }
  output.assign(sums.begin(), sums.end());
}

static std::string text(ondemand::value value) { return std::string(value.get_string().value()); }

static std::vector<Stroke> parse(ondemand::parser &parser, const padded_string &bytes) {
  std::vector<Stroke> strokes;
  auto document = parser.iterate(bytes);
  for (auto element : document["elements"].get_array()) {
    Stroke stroke;
    for (auto field : element.get_object()) {
      std::string_view key = field.unescaped_key().value();
      ondemand::value value = field.value().value();
      if (key == "x") column(value, stroke.x);
      else if (key == "y") column(value, stroke.y);
      else if (key == "pressure") column(value, stroke.pressure);
      else if (key == "time") column(value, stroke.time);
      else if (key == "id") stroke.id = text(value);
      else if (key == "tool") stroke.tool = text(value);
      else if (key == "color") stroke.color = text(value);
      else if (key == "startedAt") stroke.startedAt = text(value);
      else if (key == "radius") {
        if (value.type() == ondemand::json_type::array) column(value, stroke.radius);
        else stroke.constantRadius = static_cast<uint16_t>(value.get_int64().value());
      }
    }
    strokes.push_back(std::move(stroke));
  }
  return strokes;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  padded_string bytes = padded_string::load(argv[1]);
  ondemand::parser parser;
  double best = 1e18;
  size_t sampleCount = 0;
  for (int round = 0; round < atoi(argv[2]); round++) {
    auto start = std::chrono::steady_clock::now();
    auto strokes = parse(parser, bytes);
    std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
    best = elapsed.count() < best ? elapsed.count() : best;
    sampleCount = 0;
    for (auto &stroke : strokes) sampleCount += stroke.x.size();
  }
  printf("%.0f %zu\n", best, sampleCount);
}
