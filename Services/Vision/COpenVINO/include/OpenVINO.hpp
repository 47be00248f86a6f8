#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// The part of OpenVINO's C interface that is used here, found at run time (declared after the headers of 2026.4).
namespace openvino {

struct Functions;
struct Core;
struct Model;
struct CompiledModel;
struct InferRequest;
struct Tensor;

/// The library or a model cannot be used; the text is for an operator.
struct LibraryError {
    std::string text;
};
struct ModelError {
    std::string text;
};
/// A call failed that should not.
struct InferenceError {
    std::string text;
};

/// The loaded library. Stays loaded until the process ends: OpenVINO keeps threads of its own.
class Library {
  public:
    /// Throws `LibraryError`.
    explicit Library(const std::string &directory);
    ~Library();
    Library(const Library &) = delete;
    Library &operator=(const Library &) = delete;

    const Functions &functions() const { return *table; }
    Core *core() const { return handle; }

  private:
    std::unique_ptr<Functions> table;
    Core *handle = nullptr;
};

/// How a model is compiled.
struct Compilation {
    /// Streams: those who use it at the same time.
    uint32_t workers;
    /// Threads of each stream.
    uint32_t threads;
    /// What is reckoned in, as OpenVINO names it: `f32` or `bf16`.
    const char *precision;
};

/// A model compiled for this processor, with a stream for each of its users.
class Network {
  public:
    /// Throws `ModelError`.
    Network(const Library &library, const std::string &path, const Compilation &how);
    ~Network();
    Network(const Network &) = delete;
    Network &operator=(const Network &) = delete;

    const Library &library;
    CompiledModel *compiled = nullptr;
};

/// Runs a network for one worker.
class Inference {
  public:
    explicit Inference(const Network &network);
    ~Inference();
    Inference(const Inference &) = delete;
    Inference &operator=(const Inference &) = delete;

    struct Output {
        const float *values;
        std::vector<int64_t> shape;
    };
    /// Runs the network and returns its only output, valid until the next call. `shape` is that of the network's only
    /// input. Throws `InferenceError`.
    Output run(float *input, const std::vector<int64_t> &shape);

    /// Runs a network of several outputs. Throws `InferenceError`.
    void infer(float *input, const std::vector<int64_t> &shape);
    /// One of them by its name, valid until the next run. Throws `InferenceError`.
    Output output(const char *name);

  private:
    const Library &library;
    InferRequest *request = nullptr;
    /// Handles of the outputs that were given out since the last run.
    std::vector<Tensor *> outputs;

    Output give(Tensor *tensor);
    void takeBack();
};

} // namespace openvino
