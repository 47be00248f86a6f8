#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// The characters that a recognition model knows, in the order of its classes: class 0 is "no character", the last is a space.
class Dictionary {
  public:
    /// Reads the metadata entry `character` of an ONNX file. Throws `openvino::ModelError`.
    explicit Dictionary(const std::string &model);

    size_t classes() const { return scalars.size(); }
    /// The Unicode scalar of a class; 0 for "no character".
    uint32_t scalar(size_t index) const { return scalars[index]; }

  private:
    std::vector<uint32_t> scalars;
};
