#pragma once
#include <curl/curl.h>

// Swift cannot call variadic functions: one function for each type of argument that is used.

static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_large(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_headers(CURL *handle, struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*curl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_transfer(CURL *handle, CURLoption option, curl_transfer transfer) {
    return curl_easy_setopt(handle, option, transfer);
}

typedef int (*curl_progress)(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d);

static inline CURLcode curl_set_progress(CURL *handle, curl_progress progress) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
}

static inline CURLcode curl_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode curl_get_large(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

static inline CURLcode curl_set_opensocket(CURL *handle, curl_opensocket_callback open) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
}

// The address may be longer than the field that holds its beginning.
static inline const struct sockaddr *curl_socket_address(const struct curl_sockaddr *address) {
    return &address->addr;
}
