#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// The used part of OpenVINO's C interface, looked up at run time (declared after the headers of 2026.4).
namespace openvino {

struct Functions;
struct Core;
struct Model;
struct CompiledModel;
struct InferRequest;
struct Tensor;

/// The library or a model cannot be used; the text is for the operator.
struct LibraryError {
    std::string text;
};
struct ModelError {
    std::string text;
};
/// A call failed unexpectedly.
struct InferenceError {
    std::string text;
};

/// The loaded library. It stays loaded until the process ends, because OpenVINO has its own threads.
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

/// The options for compiling a model.
struct Compilation {
    /// Number of streams, that is, of concurrent users.
    uint32_t workers;
    /// Number of threads of each stream.
    uint32_t threads;
    /// Number format of inference, in OpenVINO's spelling: `f32` or `bf16`.
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

    /// Returns the memory of ended inferences to the system; the next one takes it again. Does nothing while an
    /// inference runs.
    void releaseMemory() const noexcept;

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

    /// Runs a network with several outputs. Throws `InferenceError`.
    void infer(float *input, const std::vector<int64_t> &shape);
    /// An output by its name, valid until the next run. Throws `InferenceError`.
    Output output(const char *name);

  private:
    const Library &library;
    InferRequest *request = nullptr;
    /// Handles of the outputs returned since the last run.
    std::vector<Tensor *> outputs;

    Output give(Tensor *tensor);
    void takeBack();
};

} // namespace openvino
