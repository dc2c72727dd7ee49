# For test and benchmark programs: the dictionaries of this build, without the need to set NEARDUP_DATA.
add_library(neardup_built_data OBJECT ${PROJECT_SOURCE_DIR}/tests/built_data.cpp)
target_compile_definitions(neardup_built_data PRIVATE NEARDUP_BUILT_DATA="${PROJECT_BINARY_DIR}/share/neardup")
target_link_libraries(neardup_built_data PRIVATE neardup neardup_warnings)
