/// The shape of what ``JSONExport`` writes and ``JSONImport`` reads, as a JSON Schema (2020-12).
///
/// The schema describes the document form; a line of NDJSON is described by its `$defs/line`. It can't say that
/// samples are as long as `fields` is, that ids are unique, and that base64 is whole; ``JSONImport`` checks that too.
public enum JSONSchema {
  public static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:lnote:json:1",
      "title": "lnote-json, version 1",
      "description": "One document with all its pages. Lengths are points, numbers are \
    rounded to the grid. Unknown keys of the document, its manifest, pages, strokes and images are kept; one that is \
    called like a known key stands under \\"extra\\".",
      "type": "object",
      "required": ["format", "version", "document", "pages"],
      "properties": {
        "$schema": {"type": "string"},
        "format": {"const": "lnote-json"},
        "version": {"const": 1},
        "document": {"$ref": "#/$defs/document"},
        "manifest": {"$ref": "#/$defs/manifest"},
        "pages": {"type": "array", "items": {"$ref": "#/$defs/page"}},
        "assets": {"type": "array", "items": {"$ref": "#/$defs/asset"}},
        "files": {"type": "array", "items": {"$ref": "#/$defs/file"}}
      },
      "additionalProperties": false,
      "$defs": {
        "id": {
          "description": "A UUID, 8-4-4-4-12 upper-case digits when lnote makes it; any text is kept as it is.",
          "type": "string"
        },
        "fileName": {
          "description": "An id that names a file.",
          "type": "string",
          "pattern": "^[^./\\\\\\\\\\\\u0000][^/\\\\\\\\\\\\u0000]*$"
        },
        "time": {
          "description": "RFC 3339, in UTC with milliseconds when lnote writes it.",
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]\
    [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$"
        },
        "coordinate": {
          "description": "Points, in steps of 0.1.",
          "type": "number",
          "minimum": -214748364.85,
          "maximum": 214748364.75
        },
        "radius": {
          "description": "Half the drawn width in points, in steps of 0.1.",
          "type": "number",
          "minimum": -0.05,
          "maximum": 6553.55
        },
        "side": {"type": "number", "exclusiveMinimum": 0, "maximum": 14400},
        "base64": {"type": "string", "pattern": "^[A-Za-z0-9+/]*={0,2}$", "contentEncoding": "base64"},
        "extra": {
          "description": "Unknown keys, all of them when one is called like a known key.",
          "type": "object"
        },
        "document": {
          "type": "object",
          "required": ["id", "title", "createdAt", "modifiedAt"],
          "properties": {
            "id": {"$ref": "#/$defs/id"},
            "title": {"type": "string"},
            "createdAt": {"$ref": "#/$defs/time"},
            "modifiedAt": {"$ref": "#/$defs/time"},
            "storage": {"description": "How the package keeps its pages; absent for snapshots.", "type": "string"},
            "extra": {"$ref": "#/$defs/extra"},
            "formatVersion": false,
            "pages": false
          }
        },
        "manifest": {
          "description": "The unknown keys of the library's cache; all others follow from the document.",
          "type": "object",
          "properties": {
            "extra": {"$ref": "#/$defs/extra"},
            "formatVersion": false,
            "id": false,
            "title": false,
            "modifiedAt": false,
            "pageCount": false,
            "cover": false
          }
        },
        "pageFields": {
          "type": "object",
          "required": ["id", "width", "height", "createdAt", "modifiedAt"],
          "properties": {
            "id": {"$ref": "#/$defs/fileName"},
            "width": {"$ref": "#/$defs/side"},
            "height": {"$ref": "#/$defs/side"},
            "canvas": {
              "description": "Unknown keys of the page's canvas.",
              "type": "object",
              "properties": {"extra": {"$ref": "#/$defs/extra"}, "width": false, "height": false}
            },
            "createdAt": {"$ref": "#/$defs/time"},
            "modifiedAt": {"$ref": "#/$defs/time"},
            "epoch": {
              "description": "How many journals were merged: absent for 0, null when the page file lacks the key.",
              "type": ["integer", "null"],
              "minimum": 0,
              "maximum": 18446744073709551615
            },
            "content": {
              "description": "What the page file says beyond its entry in the document.",
              "type": "object",
              "properties": {
                "page": {"description": "The page's id as its file spells it.", "$ref": "#/$defs/id"},
                "header": {"$ref": "#/$defs/contentExtra"},
                "trailer": {"$ref": "#/$defs/contentExtra"}
              },
              "additionalProperties": false
            },
            "extra": {"$ref": "#/$defs/extra"},
            "elementCount": false
          }
        },
        "contentExtra": {
          "description": "Unknown keys of the page file, in front of its elements or behind them.",
          "type": "object",
          "properties": {
            "extra": {"$ref": "#/$defs/extra"},
            "formatVersion": false,
            "page": false,
            "epoch": false,
            "elements": false
          }
        },
        "page": {
          "description": "Elements are in drawing order, the first is the lowest.",
          "$ref": "#/$defs/pageFields",
          "required": ["elements"],
          "properties": {"elements": {"type": "array", "items": {"$ref": "#/$defs/element"}}}
        },
        "element": {
          "type": "object",
          "required": ["type"],
          "properties": {"type": {"type": "string"}},
          "allOf": [
            {
              "if": {"properties": {"type": {"const": "stroke"}}},
              "then": {"$ref": "#/$defs/stroke"}
            },
            {
              "if": {"properties": {"type": {"const": "image"}}},
              "then": {"$ref": "#/$defs/image"}
            }
          ]
        },
        "stroke": {
          "type": "object",
          "required": ["id", "tool", "color", "fields", "samples"],
          "properties": {
            "id": {"$ref": "#/$defs/id"},
            "tool": {"description": "pen, pencil, marker; any other draws as pen.", "type": "string"},
            "color": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$"},
            "startedAt": {"$ref": "#/$defs/time"},
            "radius": {"$ref": "#/$defs/radius"},
            "fields": {
              "description": "What a sample holds, in this order.",
              "type": "array",
              "items": {"enum": ["x", "y", "radius", "pressure", "time"]},
              "uniqueItems": true,
              "allOf": [{"contains": {"const": "x"}}, {"contains": {"const": "y"}}]
            },
            "samples": {"description": "Of each sample what fields says.", "type": "array", "minItems": 1},
            "extra": {"$ref": "#/$defs/extra"},
            "x": false,
            "y": false,
            "pressure": false,
            "time": false
          },
          "oneOf": [
            {"required": ["radius"]},
            {"properties": {"fields": {"contains": {"const": "radius"}}}}
          ],
          "if": {
            "properties": {
              "fields": {
                "prefixItems": [
                  {"const": "x"}, {"const": "y"}, {"const": "radius"}, {"const": "pressure"}, {"const": "time"}
                ],
                "minItems": 5
              }
            }
          },
          "then": {
            "properties": {
              "samples": {
                "items": {
                  "type": "array",
                  "prefixItems": [
                    {"type": "number", "minimum": -214748364.85, "maximum": 214748364.75},
                    {"type": "number", "minimum": -214748364.85, "maximum": 214748364.75},
                    {"type": "number", "minimum": -0.05, "maximum": 6553.55},
                    {"description": "0 to 1 by rule.", "type": "number", "minimum": -0.0005, "maximum": 65.5355},
                    {"description": "Milliseconds.", "type": "number", "minimum": -0.5, "maximum": 4294967295.5}
                  ],
                  "minItems": 5,
                  "maxItems": 5
                }
              }
            }
          },
          "else": {
            "properties": {
              "samples": {
                "items": {
                  "type": "array",
                  "minItems": 2,
                  "maxItems": 5,
                  "items": {"type": "number", "minimum": -214748364.85, "maximum": 4294967295.5}
                }
              }
            }
          }
        },
        "image": {
          "type": "object",
          "required": ["id", "asset", "x", "y", "width", "height"],
          "properties": {
            "id": {"$ref": "#/$defs/id"},
            "asset": {"description": "The id of the asset that is shown.", "$ref": "#/$defs/id"},
            "x": {"$ref": "#/$defs/coordinate"},
            "y": {"$ref": "#/$defs/coordinate"},
            "width": {"$ref": "#/$defs/coordinate"},
            "height": {"$ref": "#/$defs/coordinate"},
            "rotation": {
              "description": "Degrees, clockwise about the frame's centre, in steps of 0.1; absent means 0.",
              "$ref": "#/$defs/coordinate"
            },
            "opacity": {
              "description": "0 to 1, in steps of 0.001; absent means 1.",
              "type": "number",
              "minimum": -2147483.6485,
              "maximum": 2147483.6475
            },
            "extra": {"$ref": "#/$defs/extra"},
            "frame": false
          }
        },
        "asset": {
          "type": "object",
          "required": ["id", "type"],
          "properties": {
            "id": {"$ref": "#/$defs/fileName"},
            "type": {"description": "The media type.", "type": "string"},
            "extension": {
              "description": "The file's extension where it isn't the usual one of the type.",
              "type": "string",
              "pattern": "^[^/\\\\\\\\\\\\u0000]*$"
            },
            "data": {"$ref": "#/$defs/base64"},
            "href": {"description": "Where the file lies, instead of data.", "type": "string"}
          },
          "oneOf": [{"required": ["data"]}, {"required": ["href"]}],
          "additionalProperties": false
        },
        "file": {
          "description": "A file of the package that the format doesn't know.",
          "type": "object",
          "required": ["data"],
          "properties": {
            "path": {"description": "Inside the package, without . and ..", "type": "string", "minLength": 1},
            "pathData": {"description": "The path's bytes where they are not UTF-8.", "$ref": "#/$defs/base64"},
            "data": {"$ref": "#/$defs/base64"}
          },
          "oneOf": [{"required": ["path"]}, {"required": ["pathData"]}],
          "additionalProperties": false
        },
        "line": {
          "description": "One line of NDJSON: the document first, then \
    each page with its elements behind it, assets, files. An \
    element of a type that is called like a line stands inside a line of the type element.",
          "type": "object",
          "required": ["type"],
          "oneOf": [
            {
              "required": ["format", "version", "document"],
              "properties": {
                "type": {"const": "document"},
                "format": {"const": "lnote-json"},
                "version": {"const": 1},
                "document": {"$ref": "#/$defs/document"},
                "manifest": {"$ref": "#/$defs/manifest"}
              },
              "additionalProperties": false
            },
            {
              "required": ["page"],
              "properties": {
                "type": {"const": "page"},
                "page": {"$ref": "#/$defs/pageFields", "properties": {"elements": false}}
              },
              "additionalProperties": false
            },
            {
              "required": ["element"],
              "properties": {"type": {"const": "element"}, "element": {"$ref": "#/$defs/element"}},
              "additionalProperties": false
            },
            {
              "required": ["asset"],
              "properties": {"type": {"const": "asset"}, "asset": {"$ref": "#/$defs/asset"}},
              "additionalProperties": false
            },
            {
              "required": ["file"],
              "properties": {"type": {"const": "file"}, "file": {"$ref": "#/$defs/file"}},
              "additionalProperties": false
            },
            {
              "$ref": "#/$defs/element",
              "properties": {"type": {"not": {"enum": ["document", "page", "element", "asset", "file"]}}}
            }
          ]
        }
      }
    }

    """
}
