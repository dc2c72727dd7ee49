// The first lines that a user of the old C++ API read, exactly as its document has them: they must compile as
// they are. quick_start_test.cpp calls them. clang-format off, and no warnings of ours: see CMakeLists.txt.
// clang-format off

#include "hash.h"
#include "simhash.h"

void TestBuildFromStringFeature()
{
    vector<Simhash::StringFeatureType> features;
    features.push_back(Simhash::StringFeatureType("北京", 1.0));
    features.push_back(Simhash::StringFeatureType("上海", 2.0));
    features.push_back(Simhash::StringFeatureType("成都", 4.3));
    hash_t hash = Simhash::Build(features, JenkinsHash);
}
