// The rules of the store, applied to a value without a store.
#include "gaia/memory/memory_store.h"
#include "store/knowledge_store.h"
#include "store/validation.h"

namespace gaia::memory {

void check_storable(const NewKnowledge& knowledge, const Clock& clock) {
  store::checked_knowledge(knowledge, clock);
}

void check_storable(const NewTurn& turn, const Clock& clock) {
  store::checked_label("session_id", turn.session_id);
  store::checked_label("context", turn.context);
  store::checked_role(turn.role);
  store::check_text("content", turn.content);
  if (turn.timestamp && !turn.timestamp->empty()) {
    store::checked_time("timestamp", *turn.timestamp, DateMeaning::start_of_day, clock);
  }
}

}  // namespace gaia::memory
