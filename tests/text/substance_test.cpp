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

TEST(DiffersInSubstance, another_count_of_negations) {
  expect_all({{"does not start without VPN", "does not start with VPN"},
              {"startet nicht ohne VPN", "startet nicht mit VPN"},
              {"ne démarre pas sans VPN", "ne démarre pas avec VPN"},
              {"no arranca sin VPN", "no arranca con VPN"},
              {"non parte senza VPN", "non parte con VPN"},
              {"não inicia sem VPN", "não inicia com VPN"},
              {"不能不去", "不能去"}},
             true);
}

TEST(DiffersInSubstance, opposites_in_exchange) {
  expect_all({{"backups are enabled", "backups are disabled"},
              {"likes jazz", "dislikes jazz"},
              {"the door is locked", "the door is unlocked"},
              {"the list is complete", "the list is incomplete"},
              {"that is possible", "that is impossible"},
              {"a smoking room", "a nonsmoking room"},
              {"a smoking room", "a non-smoking room"},
              {"the account is activated", "the account is deactivated"},
              {"prices include tax", "prices exclude tax"},
              {"inbound mail is filtered", "outbound mail is filtered"},
              {"the heating is on", "the heating is off"},
              {"the shop is open", "the shop is closed"},
              {"call before lunch", "call after lunch"}},
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
              {"runs in the morning", "runs in the evening"},
              {"set to -18 degrees", "set to 18 degrees"},
              {"set to −18 degrees", "set to 18 degrees"},
              {"set to minus 18 degrees", "set to 18 degrees"},
              {"the balance is -$18", "the balance is $18"},
              {"lives at UTC+2", "lives at UTC-2"},
              {"the dose is .5 ml", "the dose is 5 ml"},
              {"the dose is 1.5 ml", "the dose is 15 ml"},
              {"door code 0123", "door code 123"},
              {"half of it", "a quarter of it"}},
             true);
}

TEST(DiffersInSubstance, a_number_word) {
  expect_all({{"every twenty minutes", "every thirty minutes"},
              {"every twenty minutes", "every twenty-five minutes"},
              {"has fifteen cousins", "has eighteen cousins"},
              {"came in first", "came in third"},
              {"came in first", "came in second"},
              {"two thousand steps", "two million steps"},
              {"hat drei Katzen", "hat fünf Katzen"},
              {"hat drei Katzen", "hat Katzen"},
              {"a trois chats", "a quatre chats"},
              {"tiene dos gatos", "tiene siete gatos"},
              {"ha tre gatti", "ha otto gatti"},
              {"tem duas gatas", "tem cinco gatas"},
              {"会议在三时", "会议在四时"},
              {"会議は十時です", "会議は十一時です"}},
             true);
}

TEST(DiffersInSubstance, a_number_date_or_time_that_one_side_lacks) {
  expect_all({{"900 euros due on the 5th", "due on the 5th"},
              {"uses Postgres", "uses Postgres 16"},
              {"has cats", "has 2 cats"},
              {"has cats", "has two cats"},
              {"the standup is at 9:00", "the standup is at 9:00 on Mondays"},
              {"the call is at 9", "the call is at 9 pm"},
              {"2 cats and 2 dogs", "2 cats and dogs"}},
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
              {"leaves today", "leaves tomorrow"},
              {"due on 03/04/2026", "due on 04/03/2026"},
              {"due on 3.4.2026", "due on 4.3.2026"},
              {"due on 2026-07-10", "due on August 10, 2026"},
              {"build 2026-13-10", "build 2026-13-11"}},
             true);
}

TEST(DiffersInSubstance, a_proper_name_in_exchange) {
  expect_all({{"lives in Berlin", "lives in Paris"},
              {"The dog is called Rex", "The dog is called Ürsel"},
              {"Her boss is Alice.", "Her boss is Bob."},
              {"takes vitamin C", "takes vitamin D"},
              {"programs in C++", "programs in C#"},
              {"programs in c++", "programs in c#"},
              {"programs in C", "programs in C++"}},
             true);
}

TEST(DiffersInSubstance, added_detail_is_none) {
  expect_all({{"uses Postgres", "uses Postgres for analytics"},
              {"lives in Berlin", "lives in Berlin with Anna"},
              {"programs in C++", "programs in C++ and C#"},
              {"900 euros due on the 5th", "rent of 900 euros due on the 5th"},
              {"rent on the 5th", "rent due on the 5th"},
              {"我们吃饭", "我们一起吃饭"},
              {"likes informal talks", "likes informal talks about art"},
              {"does not like coffee", "does not like coffee or tea"}},
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
              {"every 20 minutes", "every twenty minutes"},
              {"turns twenty-five", "turns 25"},
              {"one hundred guests", "100 guests"},
              {"due on the fifth", "due on the 5th"},
              {"due on the twenty-first", "due on the 21st"},
              {"a 30 second timer", "a 30 seconds timer"},
              {"hat zwölf Katzen", "hat 12 Katzen"},
              {"会议在三时", "会议在3时"},
              {"会议在十二时", "会议在12时"},
              {"due on 03/04/2026", "due on 3/4/2026"},
              {"programs in C++", "programs in c++."},
              {"uses gpt-4", "uses GPT 4"},
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
