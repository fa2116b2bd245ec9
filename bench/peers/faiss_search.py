"""FAISS IndexFlatIP as a peer of `gaia-memory-bench vector`.

Reads one command a line, answers with one line:
    load VECTORS QUERIES DIMENSION THREADS   files of raw float32 -> "faiss VERSION CPU-FEATURES"
    search NUMBER K                  milliseconds, then the K best rows of that query
"""
import sys
import time

import faiss
import numpy

index = queries = None
for line in sys.stdin:
    command, *arguments = line.split()
    if command == "load":
        vectors_file, queries_file, dimension, threads = arguments
        faiss.omp_set_num_threads(int(threads))
        index = faiss.IndexFlatIP(int(dimension))
        index.add(numpy.fromfile(vectors_file, numpy.float32).reshape(-1, int(dimension)))
        queries = numpy.fromfile(queries_file, numpy.float32).reshape(-1, int(dimension))
        answer = ["faiss", faiss.__version__, faiss.get_compile_options().strip()]
    else:
        number, k = map(int, arguments)
        query = queries[number : number + 1]
        start = time.perf_counter()
        _, rows = index.search(query, k)
        answer = [1000 * (time.perf_counter() - start), *rows[0]]
    print(*answer, flush=True)
