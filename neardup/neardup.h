// Everything that a program needs to find near-duplicate text. Include this header, or the ones below that
// you use; all of them are installed, and no others are meant for you.
//
//   Recipe, Fingerprinter        turn a text into a fingerprint
//   compare                      says how alike two documents are
//   HammingIndex                 "have I seen this?" within a distance, one query at a time, live or from a file
//   SimilarityIndex              the same within a similarity: finds what find_document_pairs finds
//   LiveCollection               an atomic "seen before? else keep it", durable, for any number of threads
//   self_join, cross_join        all pairs of near fingerprints, in one set or between two
//   Collection                   reads a corpus once and keeps what the steps below need
//   find_document_pairs          all pairs of a collection, by distance, by similarity or by sentences
//   Deduplication                which documents to keep, and which to remove because of which
//   write_records                copies the records that stay, byte for byte
#pragma once

#include "neardup/collection/collection.h"
#include "neardup/collection/comparison.h"
#include "neardup/corpus/corpus_reader.h"
#include "neardup/corpus/record_writer.h"
#include "neardup/fingerprint/fingerprint.h"
#include "neardup/fingerprint/fingerprinter.h"
#include "neardup/fingerprint/recipe.h"
#include "neardup/index/hamming_index.h"
#include "neardup/index/similarity_index.h"
#include "neardup/join/document_pairs.h"
#include "neardup/join/hamming/cross_join.h"
#include "neardup/join/hamming/self_join.h"
#include "neardup/linkage/deduplication.h"
#include "neardup/store/live_collection.h"
#include "neardup/util/error.h"
#include "neardup/version.h"
