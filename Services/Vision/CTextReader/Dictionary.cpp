#include "Dictionary.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "OpenVINO.hpp"

namespace {

/// Iterates over the fields of a Protocol Buffers message.
class Fields {
  public:
    explicit Fields(std::string_view bytes) : rest(bytes) {}

    struct Field {
        uint64_t number;
        /// The bytes of the field; empty for numbers.
        std::string_view bytes;
    };

    /// The next field; nothing at the end or at the first invalid byte.
    std::optional<Field> next() {
        const auto tag = varint();
        if (!tag) return std::nullopt;
        const uint64_t number = *tag >> 3;
        switch (*tag & 7) {
        case 0: return varint() ? std::optional<Field>({number, {}}) : std::nullopt;
        case 1: return skip(8) ? std::optional<Field>({number, {}}) : std::nullopt;
        case 5: return skip(4) ? std::optional<Field>({number, {}}) : std::nullopt;
        case 2: {
            const auto length = varint();
            if (!length || *length > rest.size()) return std::nullopt;
            const Field field{number, rest.substr(0, *length)};
            rest.remove_prefix(*length);
            return field;
        }
        default: return std::nullopt;
        }
    }

  private:
    std::optional<uint64_t> varint() {
        uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
            const auto byte = static_cast<uint8_t>(rest.front());
            rest.remove_prefix(1);
            value |= static_cast<uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        return std::nullopt;
    }

    bool skip(size_t count) {
        if (rest.size() < count) return false;
        rest.remove_prefix(count);
        return true;
    }

    std::string_view rest;
};

// Field numbers of onnx.proto: ModelProto.metadata_props, StringStringEntryProto.key and .value.
constexpr uint64_t metadataField = 14, keyField = 1, valueField = 2;

std::string_view characters(std::string_view model) {
    Fields fields(model);
    while (const auto field = fields.next()) {
        if (field->number != metadataField) continue;
        std::string_view key, value;
        Fields entry(field->bytes);
        while (const auto part = entry.next()) {
            if (part->number == keyField) key = part->bytes;
            if (part->number == valueField) value = part->bytes;
        }
        if (key == "character") return value;
    }
    return {};
}

/// The first scalar of a text of valid UTF-8.
uint32_t firstScalar(std::string_view text) {
    const auto byte = [&](size_t index) { return index < text.size() ? static_cast<uint8_t>(text[index]) : 0u; };
    const uint32_t lead = byte(0);
    if (lead < 0x80) return lead;
    if (lead < 0xE0) return (lead & 0x1F) << 6 | (byte(1) & 0x3F);
    if (lead < 0xF0) return (lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    return (lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
}

} // namespace

Dictionary::Dictionary(const std::string &model) : scalars{0} {
    std::ifstream file(model, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::string_view rest = characters(bytes);
    if (rest.empty()) throw openvino::ModelError{model + " has no list of characters"};
    while (true) {
        const size_t end = rest.find('\n');
        scalars.push_back(firstScalar(rest.substr(0, end)));
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    scalars.push_back(' ');
}
