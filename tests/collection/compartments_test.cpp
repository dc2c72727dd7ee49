#include "neardup/collection/compartments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neardup/collection/collection.h"
#include "neardup/util/error.h"
#include "tests/corpus/corpus_fixture.h"

namespace neardup::internal {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(CompartmentsTest, ASingleCharacterThatIsNoLetterIsASign) {
  for (const char* sign : {"/", ":", "_", "-", "：", "→"})
    EXPECT_EQ(parse_within(sign), (Within{.sign = sign})) << sign;
  for (const char* field : {"host", "a", "7", "桥", "meta.site", "//", "a/"})
    EXPECT_EQ(parse_within(field), (Within{.field = field})) << field;
  EXPECT_THROW(static_cast<void>(parse_within("")), Error);
}

TEST(CompartmentsTest, TheValueEndsBeforeTheFirstSign) {
  EXPECT_EQ(value_before("sample-01/x/y.cpp", "/"), "sample-01");
  EXPECT_EQ(value_before("sample", "/"), "");
  EXPECT_EQ(value_before("/x", "/"), "");
  EXPECT_EQ(value_before("晨报：一", "："), "晨报");
}

TEST(CompartmentsTest, NumbersValuesInTheOrderOfAppearanceAndNoneIsZero) {
  Compartments compartments;
  for (const char* value : {"b", "", "a", "b", "", "c"}) compartments.add(value);
  EXPECT_THAT(compartments.numbers(), ElementsAre(1, 0, 2, 1, 0, 3));
  EXPECT_EQ(compartments.values(), 3U);
}

class CollectionTest : public CorpusTest {
 protected:
  static CollectionOptions options_with(const char* within) {
    CollectionOptions options{.recipe = Recipe::named("text-1"), .threads = 1};
    options.within = parse_within(within);
    return options;
  }
};

TEST_F(CollectionTest, TakesCompartmentsFromFieldsAndKeepsOtherFieldsApart) {
  const std::string records = write("a.jsonl",
                                    "{\"id\":\"1\",\"text\":\"x\",\"n\":5,\"meta\":{\"site\":\"p\"}}\n"
                                    "{\"id\":\"2\",\"text\":\"x\",\"n\":6}\n"
                                    "{\"id\":\"3\",\"text\":\"x\",\"n\":7,\"meta\":{\"site\":\"q\"}}\n"
                                    "{\"id\":\"4\",\"text\":\"x\",\"n\":8,\"meta\":{\"site\":\"p\"}}\n");
  CollectionOptions options = options_with("meta.site");
  options.read.fields = {"n"};
  const Collection collection({records}, options);
  EXPECT_THAT(collection.compartments(), ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(collection.field(3, 0), "8");
}

TEST_F(CollectionTest, TakesCompartmentsFromColumnsAndFromIds) {
  const std::string table = write("a.csv", "id,text,host\nu/1,x,p\nv/2,x,q\nu/3,x,p\n4,x,\n");
  EXPECT_THAT(Collection({table}, options_with("host")).compartments(), ElementsAre(1, 2, 1, 0));
  EXPECT_THAT(Collection({table}, options_with("/")).compartments(), ElementsAre(1, 2, 1, 0));
  CollectionOptions without{.recipe = Recipe::named("text-1")};
  EXPECT_THAT(Collection({table}, without).compartments(), IsEmpty());
}

TEST_F(CollectionTest, WarnsWhenNoDocumentHasAValue) {
  const std::string table = write("a.csv", "id,text,host\n1,x,p\n2,x,q\n");
  for (const char* within : {"hots", "/"}) {
    std::vector<std::string> warnings;
    CollectionOptions options = options_with(within);
    options.on_problem = [&](const Problem& problem) { warnings.push_back(problem.describe()); };
    EXPECT_THAT(Collection({table}, options).compartments(), ElementsAre(0, 0));
    EXPECT_THAT(warnings, SizeIs(1));
  }
}

}  // namespace
}  // namespace neardup::internal
