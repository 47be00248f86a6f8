#pragma once
#include <opencv2/core.hpp>

#include "CTextReader.h"
#include "Detection.hpp"

/// A part of a picture, turned and enlarged as requested, which maps its pixels back to the picture.
class View {
  public:
    View(const text_reader_picture &picture, const text_reader_request &request);

    cv::Mat pixels;

    /// Cuts out a region and straightens it; a tall one is laid on its side, with its corners in the reading direction.
    cv::Mat straightened(Region &region) const;
    /// Maps pixels of the view to pixels of the picture.
    text_reader_point inPicture(cv::Point2f point) const;

  private:
    cv::Size turnedSize;
    text_reader_request request;
    double scaleX, scaleY;
};

/// The quality of a straightened line for reading.
struct Legibility {
    float sharpness;
    float contrast;
};
Legibility legibility(const cv::Mat &line);
