#include "text/substance.h"

#include <gtest/gtest.h>

namespace gaia::memory::text {
namespace {

struct Pair {
  const char* one;
  const char* other;
};

void expect_all(std::initializer_list<Pair> pairs, bool differ) {
  for (const Pair& pair : pairs) {
    EXPECT_EQ(differs_in_substance(pair.one, pair.other), differ)
        << pair.one << " / " << pair.other;
    EXPECT_EQ(differs_in_substance(pair.other, pair.one), differ)
        << pair.other << " / " << pair.one;
  }
}

TEST(DiffersInSubstance, a_negation_on_one_side) {
  expect_all({{"I like coffee", "I do not like coffee"},
              {"allergic to nuts", "not allergic to nuts"},
              {"The user eats meat", "The user doesn't eat meat"},
              {"The user eats meat", "The user doesn’t eat meat"},
              {"The user eats meat", "The user never eats meat"},
              {"drinks coffee with milk", "drinks coffee without milk"},
              {"Ich mag Kaffee", "Ich mag keinen Kaffee"},
              {"J'aime le café", "Je n'aime pas le café"},
              {"Me gusta el café", "No me gusta el café"},
              {"Mi piace il caffè", "Non mi piace il caffè"},
              {"Gosto de café", "Não gosto de café"},
              {"я люблю кофе", "я не люблю кофе"},
              {"我喜欢咖啡", "我不喜欢咖啡"},
              {"コーヒーを飲みます", "コーヒーを飲みません"},
              {"커피를 좋아한다", "커피를 좋아하지 않는다"},
              {"나는 커피를 마신다", "나는 커피를 안 마신다"}},
             true);
}

TEST(DiffersInSubstance, a_number_amount_version_or_time_in_exchange) {
  expect_all({{"the weekly standup is at 9:00", "the weekly standup is at 9:30"},
              {"the call is at 9 am", "the call is at 9 pm"},
              {"the call is at 9am", "the call is at 9pm"},
              {"Project uses v1.2", "Project uses v1.3"},
              {"has two cats", "has three cats"},
              {"2 cats and 2 dogs", "2 cats and 3 dogs"},
              {"the rent is $500", "the rent is €500"},
              {"takes 5 mg a day", "takes 5 g a day"},
              {"the lease runs 6 weeks", "the lease runs 6 months"},
              {"runs in the morning", "runs in the evening"}},
             true);
}

TEST(DiffersInSubstance, a_date_weekday_or_month_in_exchange) {
  expect_all({{"The meeting is on Monday", "The meeting is on Tuesday"},
              {"the meeting is on mon", "the meeting is on friday"},
              {"Due on 2026-07-10", "Due on 2026-10-07"},
              {"The trip is in July", "The trip is in August"},
              {"Das Treffen ist am Montag", "Das Treffen ist am Dienstag"},
              {"会议在星期一", "会议在星期二"},
              {"会議は月曜日です", "会議は火曜日です"},
              {"회의는 월요일", "회의는 화요일"},
              {"leaves today", "leaves tomorrow"}},
             true);
}

TEST(DiffersInSubstance, a_proper_name_in_exchange) {
  expect_all({{"lives in Berlin", "lives in Paris"},
              {"The dog is called Rex", "The dog is called Ürsel"},
              {"Her boss is Alice.", "Her boss is Bob."}},
             true);
}

TEST(DiffersInSubstance, added_detail_is_none) {
  expect_all({{"uses Postgres", "uses Postgres for analytics"},
              {"uses Postgres", "uses Postgres 16"},
              {"lives in Berlin", "lives in Berlin with Anna"},
              {"the standup is at 9:00", "the standup is at 9:00 on Mondays"},
              {"does not like coffee", "does not like coffee or tea"},
              {"has cats", "has 2 cats"}},
             false);
}

TEST(DiffersInSubstance, another_spelling_of_the_same_is_none) {
  expect_all({{"lives in Berlin", "LIVES IN BERLIN"},
              {"lives in Berlin", "lives in berlin!"},
              {"likes long walks", "like long walk"},
              {"the standup is at 9:00", "the standup is at 09:00"},
              {"the standup is at 9:00", "the standup is at 9"},
              {"the rent is 1,000", "the rent is 1000"},
              {"has two cats", "has 2 cats"},
              {"due on 2026-07-10", "due on July 10, 2026"},
              {"meets on Monday", "meets on Mondays"},
              {"meets on Monday", "meets on Mon"},
              {"I am free today", "I'm free today"},
              {"likes Cafe\u0301 Oto", "likes Café Oto"},
              {"Berlin is where she lives", "she lives in Berlin"},
              {"does not eat meat", "doesn't eat meat"},
              {"", ""},
              {"我喜欢咖啡", "我喜欢咖啡。"}},
             false);
}

}  // namespace
}  // namespace gaia::memory::text
