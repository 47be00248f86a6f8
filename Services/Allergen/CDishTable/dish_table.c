#include "CDishTable.h"

static const uint8_t dishes[] = {
#embed "dishes.tsv"
};

static const uint8_t names[] = {
#embed "names.tsv"
};

const uint8_t *dish_table_dishes(size_t *count) {
    *count = sizeof dishes;
    return dishes;
}

const uint8_t *dish_table_names(size_t *count) {
    *count = sizeof names;
    return names;
}
