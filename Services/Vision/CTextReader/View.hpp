#pragma once
#include <opencv2/core.hpp>

#include "CTextReader.h"
#include "Detection.hpp"

/// A part of a picture, turned and enlarged as asked; knows the way back to the picture.
class View {
  public:
    View(const text_reader_picture &picture, const text_reader_request &request);

    cv::Mat pixels;

    /// Cuts a region out and straightens it; one that is tall is laid on its side, with its corners in reading direction.
    cv::Mat straightened(Region &region) const;
    /// From pixels of the view to pixels of the picture.
    text_reader_point inPicture(cv::Point2f point) const;

  private:
    cv::Size turnedSize;
    text_reader_request request;
    double scaleX, scaleY;
};

/// How well a straightened line can be read.
struct Legibility {
    float sharpness;
    float contrast;
};
Legibility legibility(const cv::Mat &line);
