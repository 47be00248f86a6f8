#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

// The library's own vector code is for floating point; the code for whole numbers is below.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include "CFoodIndex.h"

namespace {

/// Number of neighbors of each vector, and number of candidates compared when adding and when searching: of 100,000
/// vectors the nearest is found in nearly all searches (`vision-evaluation taught 100000` prints both).
constexpr size_t neighbors = 16, candidatesOnInsert = 100, candidatesOnSearch = 96;
/// Initial capacity in vectors; doubled when full.
constexpr size_t initialCapacity = 256;
/// Maximum number of components of a vector.
constexpr size_t maxDimensions = 8192;

/// The inverse length of a stored vector, which precedes its components.
float inverseLength(const void *stored) {
    float value;
    std::memcpy(&value, stored, sizeof value);
    return value;
}

const int8_t *components(const void *stored) { return static_cast<const int8_t *>(stored) + sizeof(float); }

// The compiler makes a second form of it for processors with wider registers, chosen when the program is loaded: before the
// thread sanitizer is ready, so not under it.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
__attribute__((target_clones("avx2", "default")))
#endif
int32_t dot(const int8_t *first, const int8_t *second, size_t dimensions) {
    int32_t sum = 0;
    for (size_t index = 0; index < dimensions; index++) {
        sum += static_cast<int32_t>(first[index]) * static_cast<int32_t>(second[index]);
    }
    return sum;
}

float inverseLengthOf(const int8_t *vector, size_t dimensions) {
    const int32_t square = dot(vector, vector, dimensions);
    return square > 0 ? 1.0f / std::sqrt(static_cast<float>(square)) : 0.0f;
}

float distance(const void *first, const void *second, const void *dimensions) {
    const int32_t product = dot(components(first), components(second), *static_cast<const size_t *>(dimensions));
    return 1.0f - static_cast<float>(product) * inverseLength(first) * inverseLength(second);
}

/// The distance function for the library.
class Space : public hnswlib::SpaceInterface<float> {
  public:
    explicit Space(size_t dimensions) : dimensions(dimensions) {}
    size_t get_data_size() override { return sizeof(float) + dimensions; }
    hnswlib::DISTFUNC<float> get_dist_func() override { return distance; }
    void *get_dist_func_param() override { return &dimensions; }

    size_t dimensions;
};

template <typename Work> food_index_status guarded(const Work &work) {
    try {
        return work();
    } catch (...) {
        return FOOD_INDEX_FAILED;
    }
}

} // namespace

struct food_index {
    mutable std::shared_mutex lock;
    Space space;
    std::unique_ptr<hnswlib::HierarchicalNSW<float>> graph;
    size_t capacity = initialCapacity, used = 0, removed = 0;

    explicit food_index(size_t dimensions)
        : space(dimensions),
          graph(std::make_unique<hnswlib::HierarchicalNSW<float>>(&space, initialCapacity, neighbors, candidatesOnInsert)) {
        graph->setEf(candidatesOnSearch);
    }

    std::vector<char> stored(const int8_t *vector) const {
        std::vector<char> bytes(sizeof(float) + space.dimensions);
        const float inverse = inverseLengthOf(vector, space.dimensions);
        std::memcpy(bytes.data(), &inverse, sizeof inverse);
        std::memcpy(bytes.data() + sizeof inverse, vector, space.dimensions);
        return bytes;
    }
};

food_index_status food_index_create(size_t dimensions, food_index **index) {
    *index = nullptr;
    if (dimensions == 0 || dimensions > maxDimensions) return FOOD_INDEX_INVALID;
    return guarded([&] {
        *index = new food_index(dimensions);
        return FOOD_INDEX_OK;
    });
}

void food_index_destroy(food_index *index) { delete index; }

food_index_status food_index_add(food_index *index, uint64_t label, const int8_t *vector) {
    return guarded([&] {
        const auto bytes = index->stored(vector);
        const std::unique_lock<std::shared_mutex> alone(index->lock);
        if (index->used == index->capacity) {
            index->graph->resizeIndex(index->capacity * 2);
            index->capacity *= 2;
        }
        index->graph->addPoint(bytes.data(), label);
        index->used++;
        return FOOD_INDEX_OK;
    });
}

food_index_status food_index_remove(food_index *index, uint64_t label) {
    return guarded([&] {
        const std::unique_lock<std::shared_mutex> alone(index->lock);
        try {
            index->graph->markDelete(label);
            index->removed++;
        } catch (const std::runtime_error &) {
            // The vector does not exist.
        }
        return FOOD_INDEX_OK;
    });
}

void food_index_count(const food_index *index, size_t *present, size_t *removed) {
    const std::shared_lock<std::shared_mutex> together(index->lock);
    *present = index->used - index->removed;
    *removed = index->removed;
}

food_index_status food_index_search(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found) {
    *found = 0;
    return guarded([&] {
        const auto bytes = index->stored(vector);
        const std::shared_lock<std::shared_mutex> together(index->lock);
        if (max_hits == 0 || index->used == index->removed) return FOOD_INDEX_OK;
        auto nearest = index->graph->searchKnn(bytes.data(), max_hits);
        *found = nearest.size();
        for (size_t place = nearest.size(); place-- > 0; nearest.pop()) {
            hits[place] = {nearest.top().second, 1.0f - nearest.top().first};
        }
        return FOOD_INDEX_OK;
    });
}

food_index_status food_index_scan(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found) {
    *found = 0;
    return guarded([&] {
        const auto bytes = index->stored(vector);
        const std::shared_lock<std::shared_mutex> together(index->lock);
        std::vector<food_index_hit> all;
        for (size_t place = 0; place < index->used; place++) {
            const auto id = static_cast<hnswlib::tableint>(place);
            if (index->graph->isMarkedDeleted(id)) continue;
            const float apart = distance(bytes.data(), index->graph->getDataByInternalId(id), &index->space.dimensions);
            all.push_back({index->graph->getExternalLabel(id), 1.0f - apart});
        }
        *found = std::min(max_hits, all.size());
        std::partial_sort(
            all.begin(), all.begin() + static_cast<std::ptrdiff_t>(*found), all.end(),
            [](const auto &first, const auto &second) { return first.similarity > second.similarity; });
        std::copy_n(all.begin(), *found, hits);
        return FOOD_INDEX_OK;
    });
}

float food_index_similarity(const int8_t *first, const int8_t *second, size_t dimensions) {
    const float lengths = inverseLengthOf(first, dimensions) * inverseLengthOf(second, dimensions);
    return static_cast<float>(dot(first, second, dimensions)) * lengths;
}
