# neardup_test(corpus_test a_test.cpp b_test.cpp): one executable and one ctest entry for each folder.
function(neardup_test name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE neardup neardup_warnings GTest::gmock GTest::gtest_main simdjson::simdjson fmt::fmt)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE NEARDUP_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# neardup_thread_test(features_test): its tests with "Thread" in their names also run under ThreadSanitizer, which is too
# slow for the rest. `ninja thread_tests` builds just these.
add_custom_target(thread_tests)
function(neardup_thread_test name)
  add_dependencies(thread_tests ${name})
  add_test(NAME ${name}_threads COMMAND ${name} --gtest_filter=*Thread*)
  set_tests_properties(${name}_threads PROPERTIES LABELS threads)
endfunction()
