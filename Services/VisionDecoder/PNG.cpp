#include <png.h>

#include <csetjmp>
#include <cstring>
#include <new>

#include "Decoding.hpp"

namespace {

/// All state that must survive a `longjmp` out of libpng: plain values, freed by the caller.
struct Reader {
    const Encoded *encoded;
    size_t position;
    png_structp png;
    png_infop info;
    uint8_t *row;
    uint32_t *sums;
};

void take(png_structp png, png_bytep into, size_t count) {
    auto *reader = static_cast<Reader *>(png_get_io_ptr(png));
    if (count > reader->encoded->length - reader->position) png_error(png, "the data end early");
    std::memcpy(into, reader->encoded->bytes + reader->position, count);
    reader->position += count;
}

void fail(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void ignore(png_structp, png_const_charp) {}

/// Converts every stored format to 8 bits of blue, green and red on white.
void setConversions(png_structp png, png_infop info) {
    png_set_strip_16(png);
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    if ((png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS) != 0) {
        png_color_16 white{};
        white.red = white.green = white.blue = white.gray = 0xFF;
        png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    }
    png_set_bgr(png);
}

/// Averages `by` × `by` pixels into one, row by row, so that the full picture is never in memory.
void readReduced(Reader &reader, const Decoded &size, uint32_t by, uint8_t *pixels) {
    for (uint32_t y = 0; y < size.height; y++) {
        const uint32_t rows = by < size.originalHeight - y * by ? by : size.originalHeight - y * by;
        std::memset(reader.sums, 0, static_cast<size_t>(size.width) * 3 * sizeof(uint32_t));
        for (uint32_t row = 0; row < rows; row++) {
            png_read_row(reader.png, reader.row, nullptr);
            for (uint32_t x = 0; x < size.originalWidth; x++) {
                for (uint32_t channel = 0; channel < 3; channel++) {
                    reader.sums[x / by * 3 + channel] += reader.row[static_cast<size_t>(x) * 3 + channel];
                }
            }
        }
        for (uint32_t x = 0; x < size.width; x++) {
            const uint32_t columns = by < size.originalWidth - x * by ? by : size.originalWidth - x * by;
            for (uint32_t channel = 0; channel < 3; channel++) {
                *pixels++ = static_cast<uint8_t>(reader.sums[x * 3 + channel] / (rows * columns));
            }
        }
    }
}

/// libpng reports bad data by `longjmp`, so nothing here may have a destructor.
Decoded read(Reader &reader, const Canvas &canvas) {
    if (setjmp(png_jmpbuf(reader.png)) != 0) return {DECODER_DAMAGED};
    png_set_read_fn(reader.png, &reader, take);
    // Texts and profiles are not used, so the cache can be small.
    png_set_chunk_cache_max(reader.png, 16);
    png_set_chunk_malloc_max(reader.png, 1 << 20);
    png_read_info(reader.png, reader.info);
    const uint32_t width = png_get_image_width(reader.png, reader.info);
    const uint32_t height = png_get_image_height(reader.png, reader.info);
    if (!isAllowed(width, height)) return {DECODER_TOO_LARGE};
    const uint32_t by = reduction(width, height);
    const Decoded decoded{DECODER_OK, reduced(width, by), reduced(height, by), width, height};
    const size_t rowLength = static_cast<size_t>(width) * 3;
    if (static_cast<size_t>(decoded.width) * decoded.height * 3 > canvas.capacity) return {DECODER_TOO_LARGE};

    setConversions(reader.png, reader.info);
    const int passes = png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    if (png_get_rowbytes(reader.png, reader.info) != rowLength) return {DECODER_UNSUPPORTED};
    if (by == 1) {
        for (int pass = 0; pass < passes; pass++) {
            for (uint32_t y = 0; y < height; y++) png_read_row(reader.png, canvas.pixels + y * rowLength, nullptr);
        }
    } else {
        // An interlaced picture is stored in passes over all rows, so it would have to be held in full.
        if (passes > 1) return {DECODER_TOO_LARGE};
        reader.row = new (std::nothrow) uint8_t[rowLength];
        reader.sums = new (std::nothrow) uint32_t[static_cast<size_t>(decoded.width) * 3];
        if (reader.row == nullptr || reader.sums == nullptr) return {DECODER_TOO_LARGE};
        readReduced(reader, decoded, by, canvas.pixels);
    }
    png_read_end(reader.png, nullptr);
    return decoded;
}

} // namespace

Decoded decodePNG(const Encoded &encoded, const Canvas &canvas) {
    Reader reader{&encoded, 0, nullptr, nullptr, nullptr, nullptr};
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore);
    if (reader.png == nullptr) return {DECODER_TOO_LARGE};
    reader.info = png_create_info_struct(reader.png);
    Decoded decoded{DECODER_TOO_LARGE};
    if (reader.info != nullptr) decoded = read(reader, canvas);
    png_destroy_read_struct(&reader.png, &reader.info, nullptr);
    delete[] reader.row;
    delete[] reader.sums;
    return decoded;
}
