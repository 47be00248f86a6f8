#include "OpenVINO.hpp"

#include <dirent.h>
#include <dlfcn.h>

#include <string_view>

namespace openvino {

using Status = int; // 0 is success
constexpr unsigned elementTypeFloat32 = 4;

struct Shape {
    int64_t rank;
    int64_t *dimensions;
};
struct Property {
    const char *key;
    const char *value;
};

struct Functions {
    Status (*ov_core_create)(Core **);
    void (*ov_core_free)(Core *);
    Status (*ov_core_read_model)(const Core *, const char *, const char *, Model **);
    void (*ov_model_free)(Model *);
    Status (*ov_core_compile_model_props)(
        const Core *, const Model *, const char *, size_t, const Property *, CompiledModel **);
    void (*ov_compiled_model_free)(CompiledModel *);
    Status (*ov_compiled_model_create_infer_request)(const CompiledModel *, InferRequest **);
    void (*ov_infer_request_free)(InferRequest *);
    Status (*ov_infer_request_set_input_tensor)(InferRequest *, const Tensor *);
    Status (*ov_infer_request_get_output_tensor)(const InferRequest *, Tensor **);
    Status (*ov_infer_request_get_tensor)(const InferRequest *, const char *, Tensor **);
    Status (*ov_infer_request_infer)(InferRequest *);
    Status (*ov_tensor_create_from_host_ptr)(unsigned, Shape, void *, Tensor **);
    Status (*ov_tensor_get_shape)(const Tensor *, Shape *);
    Status (*ov_tensor_data)(const Tensor *, void **);
    void (*ov_tensor_free)(Tensor *);
    Status (*ov_shape_free)(Shape *);
    const char *(*ov_get_last_err_msg)();
    /// `ov::CompiledModel::release_memory()`, which the C interface lacks; null if the library has none.
    void (*releaseMemory)(void *);
};

namespace {

/// The library's file, whose name ends in the version of the release.
std::string fileIn(const std::string &directory) {
    constexpr std::string_view prefix = "libopenvino_c.so";
    std::string found;
    if (DIR *entries = opendir(directory.c_str())) {
        while (const dirent *entry = readdir(entries)) {
            if (std::string_view(entry->d_name).substr(0, prefix.size()) == prefix) found = entry->d_name;
        }
        closedir(entries);
    }
    if (found.empty()) throw LibraryError{"no libopenvino_c.so in " + directory + " (deploy/models fetches it)"};
    return directory + "/" + found;
}

template <typename Function> void find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw LibraryError{std::string("the OpenVINO library lacks ") + name};
}

/// The first line of the last error, without OpenVINO's source position before it.
std::string lastError(const Functions &functions) {
    const char *text = functions.ov_get_last_err_msg();
    return text == nullptr ? "no reason given" : std::string(text).substr(0, 160);
}

void require(const Functions &functions, Status status, const char *action) {
    if (status != 0) throw InferenceError{std::string(action) + " failed: " + lastError(functions)};
}

} // namespace

Library::Library(const std::string &directory) : table(std::make_unique<Functions>()) {
    void *library = dlopen(fileIn(directory).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw LibraryError{std::string("OpenVINO does not load: ") + dlerror()};
#define FIND(name) find(library, #name, table->name)
    FIND(ov_core_create);
    FIND(ov_core_free);
    FIND(ov_core_read_model);
    FIND(ov_model_free);
    FIND(ov_core_compile_model_props);
    FIND(ov_compiled_model_free);
    FIND(ov_compiled_model_create_infer_request);
    FIND(ov_infer_request_free);
    FIND(ov_infer_request_set_input_tensor);
    FIND(ov_infer_request_get_output_tensor);
    FIND(ov_infer_request_get_tensor);
    FIND(ov_infer_request_infer);
    FIND(ov_tensor_create_from_host_ptr);
    FIND(ov_tensor_get_shape);
    FIND(ov_tensor_data);
    FIND(ov_tensor_free);
    FIND(ov_shape_free);
    FIND(ov_get_last_err_msg);
#undef FIND
    table->releaseMemory = reinterpret_cast<void (*)(void *)>(dlsym(library, "_ZN2ov13CompiledModel14release_memoryEv"));
    if (table->ov_core_create(&handle) != 0) throw LibraryError{"OpenVINO does not start: " + lastError(*table)};
}

Library::~Library() { table->ov_core_free(handle); }

Network::Network(const Library &library, const std::string &path, const Compilation &how) : library(library) {
    const Functions &call = library.functions();
    Model *model = nullptr;
    if (call.ov_core_read_model(library.core(), path.c_str(), nullptr, &model) != 0) {
        throw ModelError{path + " cannot be used: " + lastError(call)};
    }
    const std::string streams = std::to_string(how.workers), threads = std::to_string(how.workers * how.threads);
    const Property properties[] = {
        {"PERFORMANCE_HINT", "LATENCY"},
        {"NUM_STREAMS", streams.c_str()},
        {"INFERENCE_NUM_THREADS", threads.c_str()},
        // Other processes share the cores, so the system decides where a worker runs.
        {"ENABLE_CPU_PINNING", "NO"},
        // Set explicitly, so that results do not depend on the type of processor.
        {"INFERENCE_PRECISION_HINT", how.precision},
        // Kernels are cached for each shape of input; without a limit they fill the memory.
        {"CPU_RUNTIME_CACHE_CAPACITY", "16"},
    };
    const Status status = call.ov_core_compile_model_props(
        library.core(), model, "CPU", std::size(properties), properties, &compiled);
    call.ov_model_free(model);
    if (status != 0) throw ModelError{path + " cannot be compiled: " + lastError(call)};
}

Network::~Network() { library.functions().ov_compiled_model_free(compiled); }

void Network::releaseMemory() const noexcept {
    const auto release = library.functions().releaseMemory;
    if (release == nullptr) return;
    try {
        // The C interface's handle is a structure of one std::shared_ptr<ov::CompiledModel>.
        release(*reinterpret_cast<void *const *>(compiled));
    } catch (...) {
        // An inference has begun; its memory is released another time.
    }
}

Inference::Inference(const Network &network) : library(network.library) {
    const Functions &call = library.functions();
    require(call, call.ov_compiled_model_create_infer_request(network.compiled, &request), "an inference request");
}

Inference::~Inference() {
    takeBack();
    library.functions().ov_infer_request_free(request);
}

Inference::Output Inference::run(float *input, const std::vector<int64_t> &shape) {
    infer(input, shape);
    Tensor *tensor = nullptr;
    const Functions &call = library.functions();
    require(call, call.ov_infer_request_get_output_tensor(request, &tensor), "an output tensor");
    return give(tensor);
}

Inference::Output Inference::output(const char *name) {
    Tensor *tensor = nullptr;
    const Functions &call = library.functions();
    require(call, call.ov_infer_request_get_tensor(request, name, &tensor), name);
    return give(tensor);
}

void Inference::infer(float *input, const std::vector<int64_t> &shape) {
    takeBack();
    const Functions &call = library.functions();
    std::vector<int64_t> dimensions = shape;
    Tensor *tensor = nullptr;
    require(
        call,
        call.ov_tensor_create_from_host_ptr(
            elementTypeFloat32, {static_cast<int64_t>(dimensions.size()), dimensions.data()}, input, &tensor),
        "an input tensor");
    Status status = call.ov_infer_request_set_input_tensor(request, tensor);
    if (status == 0) status = call.ov_infer_request_infer(request);
    call.ov_tensor_free(tensor);
    require(call, status, "inference");
}

Inference::Output Inference::give(Tensor *tensor) {
    const Functions &call = library.functions();
    outputs.push_back(tensor);
    Shape found{};
    require(call, call.ov_tensor_get_shape(tensor, &found), "an output shape");
    Output result{nullptr, std::vector<int64_t>(found.dimensions, found.dimensions + found.rank)};
    call.ov_shape_free(&found);
    void *values = nullptr;
    require(call, call.ov_tensor_data(tensor, &values), "an output");
    result.values = static_cast<const float *>(values);
    return result;
}

void Inference::takeBack() {
    for (Tensor *tensor : outputs) library.functions().ov_tensor_free(tensor);
    outputs.clear();
}

} // namespace openvino
