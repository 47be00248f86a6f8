#pragma once
#include <stdbool.h>
#include <stddef.h>

// Text and rectangles on the pages of a PDF or on a picture, by Pango and Cairo.
//
// Lengths are points in a PDF and pixels in a picture, from the upper left corner. A canvas belongs to one thread at a
// time. After a failure, further calls do nothing and page_canvas_finish returns NULL.

typedef struct page_canvas page_canvas;

typedef enum { PAGE_LEFT, PAGE_CENTER, PAGE_RIGHT } page_alignment;

/// A PDF; `created` is its date in the form of ISO 8601. NULL if there is no memory.
page_canvas *page_canvas_pdf(double width, double height, const char *title, const char *created);

/// A picture with a white background. NULL if there is no memory.
page_canvas *page_canvas_picture(int width, int height);

/// Ends the page and begins the next one; for PDFs only.
void page_canvas_next_page(page_canvas *canvas);

/// Sets the color of later text and rectangles, each component from 0 to 1.
void page_canvas_color(page_canvas *canvas, double red, double green, double blue);

/// Draws a filled rectangle with round corners.
void page_canvas_rectangle(page_canvas *canvas, double x, double y, double width, double height, double radius);

/// Draws UTF-8 text in a column, at most `lines` lines with an ellipsis for the rest; returns its height. `language` is
/// an ISO 639-1 code, which selects the forms of Chinese characters. If `measures` is set, nothing is drawn.
double page_canvas_text(
    page_canvas *canvas, const char *text, size_t length, double x, double y, double width, double size, bool is_bold,
    page_alignment alignment, int lines, const char *language, bool measures);

/// Ends the document and returns its bytes, which are valid as long as the canvas. NULL after a failure.
const unsigned char *page_canvas_finish(page_canvas *canvas, size_t *length);

void page_canvas_free(page_canvas *canvas);
