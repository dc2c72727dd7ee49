// Everything that a program needs to find near-duplicate text. Include this header, or the ones below that
// you use. Every installed header is public; namespace neardup::internal is not.
//
//   dedup                        removes near-duplicates from files, folders or documents in memory
//   find_pairs                   lists all pairs of near-duplicates
//   compare                      says how alike two documents are
//   Recipe, Fingerprinter        turn a text into a fingerprint
//   HammingIndex                 "have I seen this?" within a distance, one query at a time, live or from a file
//   SimilarityIndex              the same within a similarity: finds what find_document_pairs finds
//   LiveCollection               an atomic "seen before? else keep it", durable, for any number of threads
//   self_join, cross_join        all pairs of near fingerprints, in one set or between two
//   set_data_folder              says where the dictionaries are
#pragma once

#include "neardup/collection/comparison.h"
#include "neardup/collection/rule.h"
#include "neardup/corpus/document.h"
#include "neardup/corpus/inputs.h"
#include "neardup/dedup/dedup.h"
#include "neardup/dedup/find_pairs.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/join/hamming_join.h"
#include "neardup/linkage/keep_policy.h"
#include "neardup/store/live_collection.h"
#include "neardup/util/data_files.h"
#include "neardup/util/error.h"
#include "neardup/version.h"
