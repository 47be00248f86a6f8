#include "CFoodTable.h"

static const uint8_t foods[] = {
#embed "foods.tsv"
};

static const uint8_t names[] = {
#embed "names.tsv"
};

const uint8_t *food_table_foods(size_t *count) {
    *count = sizeof foods;
    return foods;
}

const uint8_t *food_table_names(size_t *count) {
    *count = sizeof names;
    return names;
}
