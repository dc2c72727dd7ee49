function(neardup_use_test_libraries name)
  target_link_libraries(${name} PRIVATE neardup neardup_warnings neardup_built_data GTest::gmock GTest::gtest_main simdjson::simdjson fmt::fmt)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE NEARDUP_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden")
endfunction()

# neardup_test(corpus_test a_test.cpp b_test.cpp): one executable and one ctest entry for each folder.
function(neardup_test name)
  add_executable(${name} ${ARGN})
  neardup_compile_together(${name} 4)
  neardup_use_test_libraries(${name})
  add_test(NAME ${name} COMMAND ${name})
  if(NEARDUP_THREAD_TESTS)
    neardup_take_thread_tests(${ARGN})
  endif()
endfunction()

# For sources that have a name in common with others of their program.
function(neardup_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Under the preset tsan, which is too slow for the rest, there is one program of all sources that have a test with "Thread" in
# its name, and it runs those tests. No list to keep: a test joins by its name.
option(NEARDUP_THREAD_TESTS "Run the tests of threads, and no others" OFF)
if(NEARDUP_THREAD_TESTS)
  add_executable(threads_test)
  add_test(NAME threads COMMAND threads_test --gtest_filter=*Thread*)
  set_tests_properties(threads PROPERTIES LABELS threads)
  neardup_use_test_libraries(threads_test)
  target_link_libraries(threads_test PRIVATE hwy::hwy ZLIB::ZLIB zstd::libzstd_shared ICU::uc PkgConfig::XXHASH)
endif()

function(neardup_take_thread_tests)
  list(FILTER ARGN INCLUDE REGEX "_test\\.cpp$")
  foreach(source ${ARGN})
    file(READ ${source} text)
    if(text MATCHES "TEST[A-Z_]*\\([^)]*Thread")
      target_sources(threads_test PRIVATE ${source})
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})  # names change
  endforeach()
endfunction()
