// ggml's own way is to open every module in the folder and to ask each for its score. Opening
// fourteen of them takes 18 to 26 ms, and 78 ms after a cold start; the one that fits takes 2 and
// 25 ms. So we ask the processor first, in the order of ggml's scores. Unlike ggml we also ask
// whether the operating system saves the wide registers.
#include "runtime/kernel_modules.h"

namespace gaia::memory::runtime {

#if defined(__x86_64__) && defined(__GNUC__)

std::vector<std::string> suitable_modules() {
  const bool f16c = __builtin_cpu_supports("f16c");
  const bool sse42 = __builtin_cpu_supports("sse4.2");
  const bool avx = sse42 && __builtin_cpu_supports("avx");
  const bool fma = avx && f16c && __builtin_cpu_supports("fma");
  const bool avx2 = fma && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  const bool vbmi = avx512 && __builtin_cpu_supports("avx512vbmi");
  const bool vnni = avx512 && __builtin_cpu_supports("avx512vnni");
  const bool bf16 = vnni && __builtin_cpu_supports("avx512bf16");

  std::vector<std::string> names;
  const auto add = [&names](const char* name, bool suits) {
    if (suits) names.emplace_back(name);
  };
  add("sapphirerapids", bf16 && vbmi);  // AMX is left for ggml to check
  add("zen4", bf16 && vbmi);
  add("cooperlake", bf16);
  add("icelake", vnni && vbmi);
  add("cascadelake", vnni);
  add("cannonlake", vbmi);
  add("skylakex", avx512);
  add("alderlake", avx2);  // AVX-VNNI is left for ggml to check
  add("haswell", avx2);
  add("piledriver", fma);
  add("ivybridge", avx && f16c);
  add("sandybridge", avx);
  add("sse42", sse42);
  add("x64", true);
  add("", true);
  return names;
}

#else

std::vector<std::string> suitable_modules() {
  return {
#if defined(__aarch64__) && defined(__APPLE__)
    "apple_m4", "apple_m2_m3", "apple_m1",
#elif defined(__aarch64__)
    "armv9.2_2", "armv9.2_1", "armv8.6_2", "armv8.6_1", "armv8.2_3", "armv8.2_2", "armv8.2_1",
        "armv8.0_1",
#elif defined(_M_X64)
    "sapphirerapids", "zen4", "cooperlake", "icelake", "cascadelake", "cannonlake", "skylakex",
        "alderlake", "haswell", "piledriver", "ivybridge", "sandybridge", "sse42", "x64",
#endif
        "",
  };
}

#endif

std::string module_file_name(const std::string& module) {
  const std::string name = module.empty() ? "ggml-cpu" : "ggml-cpu-" + module;
#if defined(_WIN32)
  return name + ".dll";
#else
  return "lib" + name + ".so";  // macOS too: ggml's modules are named so everywhere
#endif
}

}  // namespace gaia::memory::runtime
