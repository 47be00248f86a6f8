#include <turbojpeg.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "CPhotoWriter.h"

namespace {

struct Destroy {
    void operator()(void *handle) const { tjDestroy(handle); }
};

/// Maximum side of a picture; the decoder's own limit.
constexpr uint32_t maxSide = 12000;
constexpr size_t bytesPerPixel = 3;

photo_writer_status write(
    const photo_writer_picture &picture, uint32_t maxWidth, uint32_t maxHeight, uint32_t quality,
    photo_writer_file &file) {
    const cv::Mat whole(
        static_cast<int>(picture.height), static_cast<int>(picture.width), CV_8UC3,
        const_cast<uint8_t *>(picture.pixels), picture.stride);
    cv::Mat photo = whole;
    const double scale =
        std::min(static_cast<double>(maxWidth) / whole.cols, static_cast<double>(maxHeight) / whole.rows);
    if (scale < 1) {
        const cv::Size size(
            std::max(1, static_cast<int>(std::lround(whole.cols * scale))),
            std::max(1, static_cast<int>(std::lround(whole.rows * scale))));
        cv::resize(whole, photo, size, 0, 0, cv::INTER_AREA);
    }
    const std::unique_ptr<void, Destroy> handle(tjInitCompress());
    if (!handle) return PHOTO_WRITER_FAILED;
    unsigned char *bytes = nullptr;
    unsigned long length = 0;
    const int outcome = tjCompress2(
        handle.get(), photo.data, photo.cols, static_cast<int>(photo.step), photo.rows, TJPF_BGR, &bytes, &length,
        TJSAMP_420, static_cast<int>(quality), 0);
    if (outcome != 0) {
        tjFree(bytes);
        return PHOTO_WRITER_FAILED;
    }
    file = {bytes, length, static_cast<uint32_t>(photo.cols), static_cast<uint32_t>(photo.rows)};
    return PHOTO_WRITER_OK;
}

} // namespace

photo_writer_status photo_writer_write(
    const photo_writer_picture *picture, uint32_t max_width, uint32_t max_height, uint32_t quality,
    photo_writer_file *file) {
    *file = {};
    if (picture->pixels == nullptr || picture->width == 0 || picture->height == 0 || picture->width > maxSide
        || picture->height > maxSide || picture->stride < picture->width * bytesPerPixel || max_width == 0
        || max_height == 0 || quality == 0 || quality > 100) {
        return PHOTO_WRITER_INVALID;
    }
    // No exception may leave the C interface.
    try {
        return write(*picture, max_width, max_height, quality, *file);
    } catch (...) {
        return PHOTO_WRITER_FAILED;
    }
}

void photo_writer_free(photo_writer_file *file) {
    tjFree(file->bytes);
    *file = {};
}
