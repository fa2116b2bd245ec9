// Every command on its good day.
#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

class Commands : public CliTest {};

TEST_F(Commands, remember_tells_what_happened_and_the_id) {
  const ProcessResult result = run({"remember", "Sarah prefers mail over chat"});
  expect_success(result);
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("created ")) << result.out;
  EXPECT_EQ(result.out.size(), std::string("created 12345678\n").size());
}

TEST_F(Commands, what_a_person_types_is_their_own_word) {
  const Json item = run_json({"show", remember("Sarah prefers mail over chat")});
  EXPECT_EQ(item["content"], "Sarah prefers mail over chat");
  EXPECT_EQ(item["category"], "fact");
  EXPECT_EQ(item["source"], "user");
  EXPECT_EQ(item["confidence"], 0.8);
  EXPECT_EQ(item["context"], "global");
}

TEST_F(Commands, remember_takes_every_field) {
  const Json item = run_json(
      {"show", remember("Call Sarah about the contract",
                        {"--category", "reminder", "--context", "work", "--entity", "person:sarah",
                         "--domain", "sales", "--due", "2099-07-10", "--sensitive"})});
  EXPECT_EQ(item["category"], "reminder");
  EXPECT_EQ(item["context"], "work");
  EXPECT_EQ(item["entity"], "person:sarah");
  EXPECT_EQ(item["domain"], "sales");
  EXPECT_EQ(item["due_at"], "2099-07-10T23:59:59.999999+00:00");
  EXPECT_EQ(item["sensitive"], true);
}

TEST_F(Commands, remember_reads_standard_input_for_a_dash) {
  expect_success(run({"remember", "-"}, "Zürich is where Sarah lives\n"));
  EXPECT_NE(run({"list"}).out.find("Zürich is where Sarah lives"), std::string::npos);
}

TEST_F(Commands, a_text_that_begins_with_a_dash_is_given_after_two) {
  expect_success(run({"remember", "--", "-5 degrees is too cold for the server room"}));
  EXPECT_NE(run({"list"}).out.find("-5 degrees"), std::string::npos);
}

TEST_F(Commands, the_same_text_again_is_reinforced_and_keeps_its_id) {
  const Json first = run_json({"remember", "Sarah prefers mail over chat"});
  const Json second = run_json({"remember", "Sarah prefers mail over chat"});
  EXPECT_EQ(second["outcome"], "reinforced");
  EXPECT_EQ(second["id"], first["id"]);
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Commands, recall_finds_by_words_and_says_how) {
  remember("Sarah prefers mail over chat");
  remember("The office closes at six");
  const Json result = run_json({"recall", "mail"});
  ASSERT_EQ(result["items"].size(), 1u);
  EXPECT_EQ(result["items"][0]["content"], "Sarah prefers mail over chat");
  EXPECT_EQ(result["items"][0]["keyword"]["rank"], 1);
  EXPECT_TRUE(result["items"][0]["vector"].is_null());
}

TEST_F(Commands, recall_prints_one_line_for_each_item_into_a_pipe) {
  const std::string id = remember("Sarah prefers mail", {"--entity", "person:sarah"});
  const ProcessResult result = run({"recall", "mail"});
  EXPECT_EQ(result.out, id.substr(0, 8) +
                            "  keyword  fact  global  person:sarah  "
                            "Sarah prefers mail\n");
}

TEST_F(Commands, recall_counts_as_a_use_unless_told_otherwise) {
  const std::string id = remember("Sarah prefers mail");
  run_json({"recall", "mail", "--no-touch"});
  EXPECT_EQ(run_json({"show", id})["use_count"], 0);
  run_json({"recall", "mail"});
  EXPECT_EQ(run_json({"show", id})["use_count"], 1);
}

TEST_F(Commands, recall_explains_itself) {
  remember("Sarah prefers mail");
  const ProcessResult result = run({"recall", "mail", "--explain"});
  EXPECT_NE(result.out.find("keyword=1/"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("vector=-"), std::string::npos) << result.out;
  EXPECT_NE(result.err.find(" ms"), std::string::npos) << result.err;
}

TEST_F(Commands, recall_filters) {
  remember("mail for work", {"--category", "note", "--domain", "office"});
  remember("mail from friends", {"--category", "fact", "--entity", "person:ann"});
  EXPECT_EQ(run_json({"recall", "mail"})["items"].size(), 2u);
  EXPECT_EQ(run_json({"recall", "mail", "-k", "1"})["items"].size(), 1u);
  EXPECT_EQ(run_json({"recall", "mail", "--category", "note"})["items"].size(), 1u);
  EXPECT_EQ(run_json({"recall", "mail", "--entity", "person:ann"})["items"].size(), 1u);
  EXPECT_EQ(run_json({"recall", "mail", "--domain", "office"})["items"].size(), 1u);
  EXPECT_EQ(run_json({"recall", "mail", "--since", "2099-01-01"})["items"].size(), 0u);
  EXPECT_EQ(run_json({"recall", "mail", "--until", "2020-01-01"})["items"].size(), 0u);
}

TEST_F(Commands, an_exact_rare_word_is_found_first_and_nonsense_finds_nothing) {
  for (int i = 0; i < 9; ++i) remember("coffee note " + std::string(1, char('a' + i)) + "xyz");
  remember("coffee note zebra TK-4711");
  EXPECT_EQ(run_json({"recall", "zebra"})["items"][0]["content"], "coffee note zebra TK-4711");
  EXPECT_EQ(run_json({"recall", "TK-4711"})["items"][0]["content"], "coffee note zebra TK-4711");
  const ProcessResult nothing = run({"recall", "qqqnothere"});
  expect_success(nothing);
  EXPECT_EQ(nothing.out, "");
  EXPECT_EQ(nothing.err, "gaia-memory: nothing found\n");
}

TEST_F(Commands, sensitive_items_are_shown_on_request_only) {
  remember("Sarah earns a lot of money", {"--sensitive"});
  for (const char* command : {"recall", "list"}) {
    Arguments arguments{command};
    if (arguments[0] == "recall") arguments.push_back("money");
    EXPECT_EQ(run_json(arguments)["items"].size(), 0u) << command;
    arguments.push_back("--include-sensitive");
    EXPECT_EQ(run_json(arguments)["items"].size(), 1u) << command;
  }
}

TEST_F(Commands, without_a_context_everything_is_searched_and_with_one_it_and_global) {
  remember("mail everywhere");
  remember("mail at work", {"--context", "work"});
  remember("mail at home", {"--context", "home"});
  EXPECT_EQ(run_json({"recall", "mail"})["items"].size(), 3u);
  EXPECT_EQ(run_json({"recall", "mail", "--context", "work"})["items"].size(), 2u);
  EXPECT_EQ(run_json({"list"})["total"], 3);
  EXPECT_EQ(run_json({"list", "--context", "work"})["total"], 2);
  EXPECT_EQ(run_json({"--context", "home", "list"})["total"], 2);
  environment_["GAIA_MEMORY_CONTEXT"] = "home";
  EXPECT_EQ(run_json({"recall", "mail"})["items"].size(), 2u);
}

TEST_F(Commands, list_sorts_and_pages) {
  for (const char* text : {"bananas", "apples", "cherries"}) remember(text);
  const Json page = run_json({"list", "--sort", "content", "--order", "asc", "--limit", "2"});
  EXPECT_EQ(page["total"], 3);
  EXPECT_EQ(page["items"][0]["content"], "apples");
  EXPECT_EQ(page["items"][1]["content"], "bananas");
  const ProcessResult next =
      run({"list", "--sort", "content", "--order", "asc", "--limit", "2", "--offset", "2"});
  EXPECT_NE(next.out.find("cherries"), std::string::npos);
  EXPECT_EQ(next.err, "gaia-memory: 3 to 3 of 3\n");
}

TEST_F(Commands, superseded_items_are_listed_with_all) {
  const Json first = run_json({"remember", "The meeting with the team is on 3 May"});
  const Json second = run_json({"remember", "The meeting with the team is on 4 May"});
  ASSERT_EQ(second["outcome"], "superseded");
  EXPECT_EQ(second["other_id"], first["id"]);
  EXPECT_EQ(run_json({"list"})["total"], 1);
  EXPECT_EQ(run_json({"list", "--all"})["total"], 2);
}

TEST_F(Commands, an_id_as_printed_can_be_typed_back) {
  remember("Sarah prefers mail");
  const std::string printed = run({"recall", "mail"}).out.substr(0, 8);
  EXPECT_NE(run({"show", printed}).out.find("content: Sarah prefers mail\n"), std::string::npos);
  expect_success(run({"update", printed, "--content", "Sarah prefers letters"}));
  EXPECT_EQ(run({"forget", printed}).out, "forgotten " + printed + "\n");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(Commands, update_changes_what_is_named_and_nothing_else) {
  const std::string id = remember("Call Sarah", {"--entity", "person:sarah", "--domain", "sales"});
  const Json item =
      run_json({"update", id, "--category", "reminder", "--context", "work", "--due",
                "2099-07-10T14:00:00+02:00", "--domain", "", "--sensitive", "--reminded", "now"});
  EXPECT_EQ(item["content"], "Call Sarah");
  EXPECT_EQ(item["category"], "reminder");
  EXPECT_EQ(item["context"], "work");
  EXPECT_EQ(item["entity"], "person:sarah");
  EXPECT_TRUE(item["domain"].is_null());
  EXPECT_EQ(item["due_at"], "2099-07-10T14:00:00.000000+02:00");
  EXPECT_FALSE(item["reminded_at"].is_null());
  EXPECT_EQ(item["sensitive"], true);
  EXPECT_EQ(run_json({"update", id, "--not-sensitive"})["sensitive"], false);
}

TEST_F(Commands, status_tells_where_each_setting_comes_from) {
  remember("Sarah prefers mail");
  const Json status = run_json({"status", "--context", "work"});
  EXPECT_EQ(status["counts"]["knowledge"], 1);
  EXPECT_EQ(status["exists"], true);
  EXPECT_EQ(status["settings"]["db"]["value"], db().string());
  EXPECT_EQ(status["settings"]["db"]["origin"], "environment");
  EXPECT_EQ(status["settings"]["context"]["value"], "work");
  EXPECT_EQ(status["settings"]["context"]["origin"], "flag");
  EXPECT_EQ(status["settings"]["model"]["value"], "none");
  environment_.erase("GAIA_MEMORY_EMBEDDER");
  EXPECT_EQ(run_json({"status"})["settings"]["model"]["origin"], "default");
}

TEST_F(Commands, the_default_file_is_the_same_from_every_folder) {
  environment_.erase("GAIA_MEMORY_DB");
  const std::string expected = (folder() / ".gaia/memory.db").string();
  EXPECT_EQ(run_json({"status"})["db_path"], expected);
  ProcessOptions elsewhere = process({"status", "--json"});
  elsewhere.folder = "/";
  EXPECT_EQ(Json::parse(run_process(elsewhere).out)["db_path"], expected);
}

TEST_F(Commands, a_relative_file_is_resolved_once_and_told) {
  const Json status = run_json({"status", "--db", "other.db"});
  EXPECT_EQ(status["settings"]["db"]["value"], (folder() / "other.db").string());
  EXPECT_EQ(status["settings"]["db"]["origin"], "flag");
}

TEST_F(Commands, before_the_first_remember_there_is_nothing_to_find_and_no_file_is_made) {
  for (const Arguments& command :
       {Arguments{"list"}, {"recall", "x"}, {"status"}, {"search-conversations", "x"}}) {
    const ProcessResult result = run(command);
    expect_success(result);
    EXPECT_NE((result.out + result.err).find(db().string()), std::string::npos) << command[0];
    EXPECT_FALSE(std::filesystem::exists(db())) << command[0];
  }
  expect_failure(run({"forget", "12345678"}), ErrorCode::not_found, db().string());
  EXPECT_EQ(run_json({"recall", "x"})["items"].size(), 0u);
  EXPECT_EQ(run_json({"status"})["exists"], false);
}

}  // namespace
}  // namespace gaia::memory::test
