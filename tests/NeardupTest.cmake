# neardup_test(corpus_test a_test.cpp b_test.cpp): one executable and one ctest entry for each folder.
function(neardup_test name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE neardup neardup_warnings GTest::gmock GTest::gtest_main simdjson::simdjson fmt::fmt)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE NEARDUP_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
