#pragma once
#include <stddef.h>
#include <stdint.h>

/// An index of the feature vectors of taught foods, in memory: a graph of neighbors (HNSW, hnswlib) over vectors of
/// whole numbers, searched by cosine.
///
/// May be used by several threads at once. No function throws C++ exceptions.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    FOOD_INDEX_OK = 0,
    /// An argument is invalid.
    FOOD_INDEX_INVALID,
    /// Memory is exhausted, or the library failed.
    FOOD_INDEX_FAILED,
} food_index_status;

typedef struct food_index food_index;

typedef struct {
    uint64_t label;
    /// Cosine similarity: -1…1.
    float similarity;
} food_index_hit;

/// Creates an empty index of vectors with a number of components.
food_index_status food_index_create(size_t dimensions, food_index **index);
/// Frees an index, which must no longer be in use.
void food_index_destroy(food_index *index);

/// Adds a vector under a label that was never used before.
food_index_status food_index_add(food_index *index, uint64_t label, const int8_t *vector);
/// Removes a vector; removing a missing one succeeds. Its memory is freed with the index.
food_index_status food_index_remove(food_index *index, uint64_t label);

/// Number of vectors that can be found, and number of removed ones that still occupy memory.
void food_index_count(const food_index *index, size_t *present, size_t *removed);

/// The nearest vectors, nearest first. The search follows the graph, so it may miss a few of them.
food_index_status food_index_search(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found);
/// The nearest vectors by comparison with every vector; reference for measuring `food_index_search`.
food_index_status food_index_scan(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found);

/// Cosine of two vectors; 0 if one of them is zero.
float food_index_similarity(const int8_t *first, const int8_t *second, size_t dimensions);

#ifdef __cplusplus
}
#endif
