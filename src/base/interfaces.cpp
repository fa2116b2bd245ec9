// The destructors of the interfaces that a host may implement, so that each has one home.
#include "gaia/memory/chat_model.h"
#include "gaia/memory/clock.h"
#include "gaia/memory/embedder.h"
#include "gaia/memory/log.h"
#include "gaia/memory/reranker.h"

namespace gaia::memory {

ChatModel::~ChatModel() = default;
Clock::~Clock() = default;
Embedder::~Embedder() = default;
Logger::~Logger() = default;
Reranker::~Reranker() = default;

}  // namespace gaia::memory
