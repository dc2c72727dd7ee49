#include "neardup/report/page/page_words.h"

#include "neardup/util/number_text.h"

namespace neardup::internal {
namespace {

struct Entry {
  Phrase text;
  std::string_view english;
  std::string_view chinese;
};

constexpr std::size_t kTexts = static_cast<std::size_t>(Phrase::count);

// In the order of Phrase. Texts are trusted HTML: they may hold elements, never < or & as characters.
constexpr std::array<Entry, kTexts> kTable = {{
    {Phrase::page_title, "neardup: {removed} of {documents} documents are duplicates",
     "neardup：{documents} 篇文档中有 {removed} 篇重复"},
    {Phrase::headline, "{removed} of {documents} are duplicates", "{documents}中有 {removed} 篇重复"},
    {Phrase::lead_note, "{exact} exact and {near} near duplicates in {clusters}; {stay}. Rule: {rule}.",
     "完全重复 {exact} 篇，近似重复 {near} 篇，共 {clusters}；{stay}。判定规则：{rule}。"},
    {Phrase::overview, "Overview", "概览"},
    {Phrase::warnings, "Worth knowing", "值得注意"},
    {Phrase::clusters, "Clusters", "重复组"},
    {Phrase::pairs, "Pairs", "重复对"},
    {Phrase::thresholds, "Thresholds", "阈值"},
    {Phrase::charts, "Charts", "图表"},
    {Phrase::texts, "Texts", "原文"},
    {Phrase::made, "How this was made", "运行信息"},
    {Phrase::documents, "documents", "文档"},
    {Phrase::of_text, "{size} of text", "文本共 {size}"},
    {Phrase::kept, "kept", "保留"},
    {Phrase::exact_duplicates, "exact duplicates", "完全重复"},
    {Phrase::near_duplicates, "near duplicates", "近似重复"},
    {Phrase::cluster_count, "clusters", "重复组"},
    {Phrase::largest_of, "the largest of {documents}", "最大一组 {documents} 篇"},
    {Phrase::too_short, "too short to judge", "过短，无法判断"},
    {Phrase::without_text, "without text", "没有正文"},
    {Phrase::expected_recall, "expected recall", "预期召回率"},
    {Phrase::at_threshold, "at the threshold", "恰在阈值处"},
    {Phrase::reference, "reference documents", "参照文档"},
    {Phrase::untouched, "never removed", "不会被删除"},
    {Phrase::one_document, "{number} document", "{number} 篇文档"},
    {Phrase::many_documents, "{number} documents", "{number} 篇文档"},
    {Phrase::one_document_stays, "{number} document stays", "保留 {number} 篇"},
    {Phrase::many_documents_stay, "{number} documents stay", "保留 {number} 篇"},
    {Phrase::one_cluster, "{number} cluster", "{number} 个重复组"},
    {Phrase::many_clusters, "{number} clusters", "{number} 个重复组"},
    {Phrase::bytes, "{number} bytes", "{number} 字节"},
    {Phrase::rule_distance, "distance at most {distance}", "距离不超过 {distance}"},
    {Phrase::rule_similarity, "similarity at least {similarity}", "相似度不低于 {similarity}"},
    {Phrase::rule_verified, "distance at most {distance}, then {measure} at least {similarity} on {what}",
     "距离不超过 {distance}，且{what}的 {measure} 不低于 {similarity}"},
    {Phrase::rule_sentences, "equal in the {sentences} longest sentences", "最长的 {sentences} 个句子相同"},
    {Phrase::rule_contained, "contained in the kept document, word for word", "全文逐词包含在保留的文档中"},
    {Phrase::on_texts, "the normalised texts", "规范化文本"},
    {Phrase::on_shingles, "shingles", "文本片段（shingle）"},
    {Phrase::on_features, "the features of the recipe", "特征"},
    {Phrase::all_clusters_note, "All {all} clusters, the largest first.",
     "全部 {all} 个重复组，从大到小排列。"},
    {Phrase::some_clusters_note, "The {shown} largest of {all} clusters.",
     "共 {all} 个重复组，这里列出最大的 {shown} 个。"},
    {Phrase::cluster_help_note,
     "Choose a member to read it beside the kept document; those least like it come first: <span class=\"key "
     "found\"></span>near duplicate <span class=\"key exact\"></span>exact copy.",
     "点选成员，即可与保留的文档对照阅读；差异最大的成员排在最前：<span class=\"key found\"></span>近似重复 "
     "<span "
     "class=\"key exact\"></span>完全重复。"},
    {Phrase::all_pairs_note, "All {all} pairs of a kept document and a removed one.",
     "全部 {all} 对文档，每对为一篇保留的和一篇删除的。"},
    {Phrase::some_pairs_note,
     "{shown} of {all} pairs of a kept document and a removed one, some of every degree.",
     "共 {all} 对（一篇保留，一篇删除），这里从各个相似程度中选出 {shown} 对。"},
    {Phrase::pairs_order_note, "Those nearest the threshold come first: they are the ones to judge.",
     "最接近阈值的排在最前：最需要人工判断的正是它们。"},
    {Phrase::none_note, "There are none.", "没有。"},
    {Phrase::exact_copies, "exact copies", "完全重复"},
    {Phrase::farthest, "farthest", "最大距离"},
    {Phrase::least_similar, "least similar", "最低相似度"},
    {Phrase::members, "removed", "删除"},
    {Phrase::removed, "removed", "删除"},
    {Phrase::distance, "distance", "距离"},
    {Phrase::similarity, "similarity", "相似度"},
    {Phrase::texts_note,
     "The texts that this page contains: {pairs} pairs, at most 4 KB of each text, and the "
     "beginnings of {documents} that stay.",
     "本页收录的原文：{pairs} 对文档（每篇最多 4 KB），以及 {documents}（均为保留的）的开头。"},
    {Phrase::texts_hidden_note, "This report is anonymous: it contains no texts.",
     "这是匿名报告，不含原文。"},
    {Phrase::left_out_note,
     "The texts of {number} of them were left out, so that the page stays small: these cannot be opened.",
     "为控制页面大小，其中 {number} 篇未收录原文，不能点选。"},
    {Phrase::unmarked_note, "Too many words differ to mark them; these are the beginnings.",
     "差异过多，未作标记；以下是两篇的开头。"},
    {Phrase::bits_note,
     "The strip shows both fingerprints bit by bit: <span class=\"key one\"></span>1 <span class=\"key "
     "zero\"></span>0 <span class=\"key differs\"></span>differs; pale bits were won by few votes and are "
     "the "
     "first to flip.",
     "色带逐位显示两篇文档的指纹：<span class=\"key one\"></span>1 <span class=\"key zero\"></span>0 <span "
     "class=\"key differs\"></span>不同；浅色的位票数接近，最容易翻转。"},
    {Phrase::from_file, "from", "来自"},
    {Phrase::same_text, "The text, the same in every exact copy:", "原文（各完全重复的文档均相同）："},
    {Phrase::how_far, "How far apart", "差异分布"},
    {Phrase::numbers, "The numbers", "具体数字"},
    {Phrase::distance_title, "Distance of all pairs", "所有文档对的距离"},
    {Phrase::distance_label, "Pairs by distance, with the curve of chance", "按距离统计的文档对，附随机曲线"},
    {Phrase::distance_axis, "distance: bits in which two fingerprints differ", "距离：两个指纹不同的位数"},
    {Phrase::distance_mark,
     "distance {distance}: {found} documents removed; about {all} pairs in all, {chance} expected by chance",
     "距离 {distance}：删除 {found} 篇；全部约 {all} 对，其中随机巧合预计 {chance} 对"},
    {Phrase::counted, "counted", "实际计数"},
    {Phrase::estimated_from, "estimated from {sampled} fingerprints", "根据 {sampled} 个指纹估计"},
    {Phrase::distance_caption_note,
     "<span class=\"key found\"></span>a removed document and the kept one <span class=\"key "
     "rest\"></span>all pairs ({how}) <span class=\"key chance\"></span>expected by chance among "
     "{fingerprints} fingerprints of {bits} bits. Where the bars leave the curve, duplicates begin.",
     "<span class=\"key found\"></span>删除的文档与保留的文档 <span class=\"key "
     "rest\"></span>所有文档对（{how}） "
     "<span class=\"key chance\"></span>{fingerprints} 个 {bits} "
     "位指纹之间随机巧合的预期数量。柱形高出曲线之处，"
     "即重复开始之处。"},
    {Phrase::removed_and_kept, "removed and kept", "删除与保留"},
    {Phrase::estimated_in_all, "estimated in all", "全部（估计）"},
    {Phrase::by_chance, "expected by chance", "随机预期"},
    {Phrase::similarity_title, "Similarity to the kept document", "与保留文档的相似度"},
    {Phrase::similarity_label, "Found pairs by similarity", "按相似度统计的重复对"},
    {Phrase::similarity_axis, "similarity of the texts", "文本相似度"},
    {Phrase::similarity_mark, "similarity from {similarity}: {pairs} pairs",
     "相似度 {similarity} 起：{pairs} 对"},
    {Phrase::equal_mark, "similarity 1: {pairs} pairs", "相似度 1：{pairs} 对"},
    {Phrase::similarity_caption_note,
     "<span class=\"key found\"></span>similar <span class=\"key exact\"></span>similarity 1: exact copies, "
     "and "
     "texts that differ only in what the rule ignores, such as spaces. Each removed document counts once, "
     "with "
     "the document kept in its place.",
     "<span class=\"key found\"></span>相似 <span class=\"key exact\"></span>相似度为 "
     "1：完全重复，以及仅有空格等"
     "可忽略差异的文本。每篇删除的文档计一次，与取代它的保留文档相比。"},
    {Phrase::size_title, "Size of the clusters", "重复组的大小"},
    {Phrase::size_label, "Clusters by size", "按大小统计的重复组"},
    {Phrase::size_axis, "documents in a cluster", "组内文档数"},
    {Phrase::size_mark, "{clusters} of {documents}", "{clusters}，每组 {documents}"},
    {Phrase::size_caption_note,
     "Both axes are logarithmic. A dot far to the right is one text repeated very often.",
     "两轴均为对数刻度。最右侧的点代表反复出现的同一文本。"},
    {Phrase::stricter_distance, "What a stricter distance would have done", "若距离阈值更严格"},
    {Phrase::stricter_similarity, "What a stricter similarity would have done", "若相似度阈值更严格"},
    {Phrase::stricter_note,
     "Estimated from the pairs of this run: a removed document whose pair is too weak for the threshold "
     "stays. Looser thresholds would find pairs that this run did not look for; <code>neardup tune</code> "
     "covers those.",
     "根据本次运行的重复对估计：达不到更严格阈值的文档会保留下来。更宽松的阈值会找到本次未查找的重复对，可用 "
     "<code>neardup tune</code> 了解。"},
    {Phrase::distance_at_most, "distance at most", "距离不超过"},
    {Phrase::similarity_at_least, "similarity at least", "相似度不低于"},
    {Phrase::share, "share", "占比"},
    {Phrase::largest_cluster, "largest cluster", "最大组"},
    {Phrase::pairs_by_chance, "pairs by chance", "随机巧合对数"},
    {Phrase::this_run, "this run", "本次"},
    {Phrase::version, "version", "版本"},
    {Phrase::written, "written", "生成时间"},
    {Phrase::command, "command", "命令"},
    {Phrase::rule, "rule", "判定规则"},
    {Phrase::recipe, "recipe", "指纹配方"},
    {Phrase::found_by, "found by", "查找方法"},
    {Phrase::corpus, "corpus", "语料"},
    {Phrase::speed, "speed", "速度"},
    {Phrase::peak_memory, "peak memory", "内存峰值"},
    {Phrase::skipped_title, "Input was skipped", "部分输入被跳过"},
    {Phrase::skipped_note,
     "{skipped} records or files could not be read and are not counted on this page; the messages of the run "
     "list them.",
     "{skipped} 条记录或文件无法读取，未计入本页；详见运行时的提示信息。"},
    {Phrase::chaining_title, "Chaining", "链式连接"},
    {Phrase::chaining_note,
     "Of the {members} documents of cluster {name} only {like} are like the kept one: the others are "
     "connected "
     "only through chains. Star linkage removes only documents that are like the kept one.",
     "重复组 {name} 的 {members} 篇文档中，只有 {like} "
     "篇与保留的文档相似，其余只是经由中间文档相连。星形连接（star）"
     "只删除与保留文档相似的文档。"},
    {Phrase::chance_title, "Pairs by chance", "随机巧合"},
    {Phrase::chance_note,
     "About {chance} of the {pairs} pairs are expected by chance alone at a distance of {distance} among "
     "{fingerprints} fingerprints. Use a smaller distance, 128 bits or similarity to avoid this.",
     "在 {fingerprints} 个指纹之间，距离 {distance} 以内预计有约 {chance} 对纯属巧合（共找到 {pairs} "
     "对）。可改用更小的"
     "距离、128 位指纹或相似度。"},
    {Phrase::largest_title, "One large cluster", "有一个很大的重复组"},
    {Phrase::largest_note,
     "The largest cluster has {documents} documents, {percent} % of all. Often that is a form or a page "
     "frame "
     "with little text of its own: read some of its members below.",
     "最大的重复组有 {documents} 篇文档，占全部的 {percent} "
     "%。这往往是表单或网页框架，自身文字很少：请在下面读几篇"
     "看看。"},
    {Phrase::short_title, "Short texts", "文本过短"},
    {Phrase::short_note,
     "{documents} ({percent} %) too short to judge: only exact copies of them were found.",
     "{documents}（{percent} %）过短，无法判断：只查找了它们的完全重复。"},
    {Phrase::no_fingerprint_title, "Without fingerprint", "没有指纹"},
    {Phrase::no_fingerprint_note,
     "The texts of {documents} were compared like all others, but they are too short for a fingerprint, so "
     "their pairs have no distance.",
     "{documents}与其他文档一样参与了比较，但过短而没有指纹，因此它们的重复对没有距离。"},
    {Phrase::edge_title, "Many pairs at the edge", "许多重复对贴近阈值"},
    {Phrase::edge_note,
     "{percent} % of the near pairs are only just within the threshold. Whether they are duplicates decides "
     "this result: read the first pairs below.",
     "{percent} % 的近似重复对刚刚达到阈值。它们是否真的重复，决定了结果的好坏：请阅读下面最前的几对。"},
    {Phrase::recall_title, "Some pairs are missed", "会漏掉一些重复对"},
    {Phrase::recall_note, "The bands find {recall} of the pairs at the threshold; the exact join finds all.",
     "恰在阈值处的重复对，分段查找能找到 {recall}；精确查找能找到全部。"},
    {Phrase::filter, "Filter by name or text", "按名称或文字筛选"},
    {Phrase::matching, "{shown} of {all} match", "{all} 条中有 {shown} 条符合"},
    {Phrase::show_more, "Show {number} more", "再显示 {number} 条"},
    {Phrase::download, "Download CSV", "下载 CSV"},
    {Phrase::close, "Close", "关闭"},
    {Phrase::keys_note,
     "Keys: <kbd>↑</kbd> <kbd>↓</kbd> rows, <kbd>Enter</kbd> read, <kbd>←</kbd> <kbd>→</kbd> members, "
     "<kbd>Esc</kbd> close.",
     "按键：<kbd>↑</kbd> <kbd>↓</kbd> 换行，<kbd>Enter</kbd> 阅读，<kbd>←</kbd> <kbd>→</kbd> 换成员，"
     "<kbd>Esc</kbd> 关闭。"},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kTexts; ++i) {
    if (kTable[i].text != static_cast<Phrase>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

std::string_view text_in(ReportLanguage language, Phrase text) noexcept {
  const Entry& entry = kTable[static_cast<std::size_t>(text)];
  return language == ReportLanguage::english ? entry.english : entry.chinese;
}

std::string_view tag_of(ReportLanguage language) noexcept {
  return language == ReportLanguage::english ? "en" : "zh-CN";
}

std::string PageWords::counted(std::uint64_t number, Phrase one, Phrase many) const {
  return (*this)(number == 1 ? one : many, fmt::arg("number", grouped_number(number)));
}

std::string PageWords::size(std::uint64_t bytes) const {
  constexpr std::uint64_t kSmall = 1000;
  return bytes < kSmall ? (*this)(Phrase::bytes, fmt::arg("number", bytes)) : byte_text(bytes);
}

std::string in_both(Phrase text) {
  return in_both("span", [text](const PageWords& words) { return words(text); });
}

}  // namespace neardup::internal
