#pragma once
#include <stddef.h>
#include <stdint.h>

/// What taught foods look like, in memory: a graph of neighbours (HNSW, hnswlib) over vectors of whole numbers, searched by
/// cosine.
///
/// May be used by several threads at once. No function lets a C++ exception out.

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    FOOD_INDEX_OK = 0,
    /// The caller's values make no sense.
    FOOD_INDEX_INVALID,
    /// Memory ran out, or the library failed.
    FOOD_INDEX_FAILED,
} food_index_status;

typedef struct food_index food_index;

typedef struct {
    uint64_t label;
    /// Cosine: -1…1.
    float similarity;
} food_index_hit;

/// Makes an empty index of vectors with so many components.
food_index_status food_index_create(size_t dimensions, food_index **index);
/// Nobody may be using it.
void food_index_destroy(food_index *index);

/// Adds a vector under a label that was never used before.
food_index_status food_index_add(food_index *index, uint64_t label, const int8_t *vector);
/// Takes a vector out; one that is not there is out already. Its place in memory is given back when the index is.
food_index_status food_index_remove(food_index *index, uint64_t label);

/// Vectors that can be found, and those that were taken out and still take memory.
void food_index_count(const food_index *index, size_t *present, size_t *removed);

/// The nearest vectors, the nearest first, as the graph finds them: nearly always all of them.
food_index_status food_index_search(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found);
/// The same by looking at every vector: what `food_index_search` is measured by.
food_index_status food_index_scan(
    const food_index *index, const int8_t *vector, size_t max_hits, food_index_hit *hits, size_t *found);

/// Cosine of two vectors; 0 when one of them is nothing.
float food_index_similarity(const int8_t *first, const int8_t *second, size_t dimensions);

#ifdef __cplusplus
}
#endif
