include(${CMAKE_CURRENT_LIST_DIR}/LibraryDependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/neardup-targets.cmake)
