// Marks what a shared library of gaia-memory exports; everything else is hidden, so that a host
// that links its own SQLite or ggml does not clash with ours.
#pragma once

#if defined(_WIN32) && defined(GAIA_MEMORY_SHARED)
#if defined(GAIA_MEMORY_BUILDING)
#define GAIA_MEMORY_EXPORT __declspec(dllexport)
#else
#define GAIA_MEMORY_EXPORT __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define GAIA_MEMORY_EXPORT __attribute__((visibility("default")))
#else
#define GAIA_MEMORY_EXPORT
#endif
