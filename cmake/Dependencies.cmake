# Everything comes from Debian packages except cppjieba, which `./dev setup` unpacks from the pinned npm
# package (tools/npm_packages.txt) into .deps/. No network here.
include(LibraryDependencies)
find_package(CLI11 REQUIRED)

set(NEARDUP_DEPS ${PROJECT_SOURCE_DIR}/.deps CACHE PATH "Where ./dev setup puts what Debian does not have")
set(cppjieba_root ${NEARDUP_DEPS}/nodejieba/submodules/cppjieba)
if(NOT EXISTS ${cppjieba_root}/include/cppjieba/Jieba.hpp)
  message(FATAL_ERROR "cppjieba is missing from ${NEARDUP_DEPS}: run ./dev setup")
endif()
add_library(cppjieba INTERFACE)
target_include_directories(cppjieba SYSTEM INTERFACE ${cppjieba_root}/include ${cppjieba_root}/deps/limonp/include)
