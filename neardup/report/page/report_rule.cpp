#include "neardup/report/page/report_rule.h"

#include "neardup/report/page/page_words.h"

namespace neardup::internal {
namespace {

struct RuleText {
  PageWords words;

  std::string operator()(const WithinDistance& rule) const {
    return words(Phrase::rule_distance, fmt::arg("distance", rule.max_distance));
  }
  std::string operator()(const AtLeastSimilar& rule) const {
    return words(Phrase::rule_similarity, fmt::arg("similarity", rule.min_similarity));
  }
  std::string operator()(const Verified& rule) const {
    const Verification& verification = rule.verification;
    const Phrase what = compares_texts(verification.measure) ? Phrase::on_texts
                        : verification.on_shingles           ? Phrase::on_shingles
                                                             : Phrase::on_features;
    return words(Phrase::rule_verified, fmt::arg("distance", rule.max_distance),
                 fmt::arg("measure", name_of(verification.measure)),
                 fmt::arg("similarity", verification.min_similarity), fmt::arg("what", words(what)));
  }
  std::string operator()(const EqualSentences& rule) const {
    return words(Phrase::rule_sentences, fmt::arg("sentences", rule.sentences));
  }
  std::string operator()(const Contained& /*rule*/) const { return words(Phrase::rule_contained); }
};

}  // namespace

BothTexts rule_in_both(const Rule& rule) {
  return {std::visit(RuleText{PageWords(ReportLanguage::english)}, rule),
          std::visit(RuleText{PageWords(ReportLanguage::chinese)}, rule)};
}

}  // namespace neardup::internal
