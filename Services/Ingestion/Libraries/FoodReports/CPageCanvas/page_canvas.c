#include "page_canvas.h"

#include <cairo-pdf.h>
#include <limits.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

// The first font has Latin letters; Pango takes missing characters, mainly Chinese ones, from any other font of the
// machine.
static const char *const families = "DejaVu Sans, Droid Sans Fallback";

struct page_canvas {
    cairo_surface_t *surface;
    cairo_t *cairo;
    bool is_picture;
    bool is_finished;
    bool has_failed;
    unsigned char *bytes;
    size_t length;
    size_t capacity;
};

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int count) {
    page_canvas *canvas = closure;
    if (canvas->length + count > canvas->capacity) {
        size_t capacity = canvas->capacity ? canvas->capacity : 16384;
        while (capacity < canvas->length + count) capacity *= 2;
        unsigned char *bytes = realloc(canvas->bytes, capacity);
        if (!bytes) return CAIRO_STATUS_WRITE_ERROR;
        canvas->bytes = bytes;
        canvas->capacity = capacity;
    }
    memcpy(canvas->bytes + canvas->length, data, count);
    canvas->length += count;
    return CAIRO_STATUS_SUCCESS;
}

static page_canvas *begin(page_canvas *canvas) {
    canvas->cairo = cairo_create(canvas->surface);
    if (cairo_status(canvas->cairo) != CAIRO_STATUS_SUCCESS) {
        page_canvas_free(canvas);
        return NULL;
    }
    return canvas;
}

page_canvas *page_canvas_pdf(double width, double height, const char *title, const char *created) {
    page_canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas) return NULL;
    canvas->surface = cairo_pdf_surface_create_for_stream(append, canvas, width, height);
    cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_TITLE, title);
    cairo_pdf_surface_set_metadata(canvas->surface, CAIRO_PDF_METADATA_CREATE_DATE, created);
    return begin(canvas);
}

page_canvas *page_canvas_picture(int width, int height) {
    page_canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas) return NULL;
    canvas->is_picture = true;
    canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    if (!begin(canvas)) return NULL;
    page_canvas_color(canvas, 1, 1, 1);
    cairo_paint(canvas->cairo);
    return canvas;
}

void page_canvas_next_page(page_canvas *canvas) { cairo_show_page(canvas->cairo); }

void page_canvas_color(page_canvas *canvas, double red, double green, double blue) {
    cairo_set_source_rgb(canvas->cairo, red, green, blue);
}

void page_canvas_rectangle(page_canvas *canvas, double x, double y, double width, double height, double radius) {
    cairo_t *cairo = canvas->cairo;
    double round = fmin(radius, fmin(width, height) / 2);
    if (width <= 0 || height <= 0) return;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + width - round, y + round, round, -M_PI / 2, 0);
    cairo_arc(cairo, x + width - round, y + height - round, round, 0, M_PI / 2);
    cairo_arc(cairo, x + round, y + height - round, round, M_PI / 2, M_PI);
    cairo_arc(cairo, x + round, y + round, round, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static PangoLayout *layout_of(page_canvas *canvas, double size, bool is_bold, const char *language) {
    PangoLayout *layout = pango_cairo_create_layout(canvas->cairo);
    if (!layout) return NULL;
    pango_context_set_language(pango_layout_get_context(layout), pango_language_from_string(language));
    PangoFontDescription *font = pango_font_description_from_string(families);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    return layout;
}

double page_canvas_text(
    page_canvas *canvas, const char *text, size_t length, double x, double y, double width, double size, bool is_bold,
    page_alignment alignment, int lines, const char *language, bool measures) {
    PangoLayout *layout = length > INT_MAX ? NULL : layout_of(canvas, size, is_bold, language);
    if (!layout) {
        canvas->has_failed = true;
        return 0;
    }
    pango_layout_set_text(layout, text, (int)length);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_height(layout, -lines);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(
        layout, alignment == PAGE_LEFT ? PANGO_ALIGN_LEFT : alignment == PAGE_RIGHT ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_CENTER);
    int height = 0;
    pango_layout_get_size(layout, NULL, &height);
    if (!measures) {
        cairo_move_to(canvas->cairo, x, y);
        pango_cairo_show_layout(canvas->cairo, layout);
        // Otherwise the text would remain as a path that the next rectangle is joined to.
        cairo_new_path(canvas->cairo);
    }
    g_object_unref(layout);
    return (double)height / PANGO_SCALE;
}

const unsigned char *page_canvas_finish(page_canvas *canvas, size_t *length) {
    if (!canvas->is_finished) {
        canvas->is_finished = true;
        cairo_status_t status = cairo_status(canvas->cairo);
        if (status == CAIRO_STATUS_SUCCESS && canvas->is_picture) {
            status = cairo_surface_write_to_png_stream(canvas->surface, append, canvas);
        }
        cairo_surface_finish(canvas->surface);
        if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(canvas->surface);
        if (status != CAIRO_STATUS_SUCCESS) canvas->has_failed = true;
    }
    if (canvas->has_failed) return NULL;
    *length = canvas->length;
    return canvas->bytes;
}

void page_canvas_free(page_canvas *canvas) {
    if (!canvas) return;
    if (canvas->cairo) cairo_destroy(canvas->cairo);
    cairo_surface_finish(canvas->surface);
    cairo_surface_destroy(canvas->surface);
    free(canvas->bytes);
    free(canvas);
}
